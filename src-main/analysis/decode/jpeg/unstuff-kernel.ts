import { advance, instantiate, join, op, type Code, type WasmFunction } from '../../../base/wasm/wasm-emitter.ts'

/**
 * Copies the entropy-coded bytes of a scan up to the next marker. It drops the zero after each 0xff byte (ITU T.81,
 * B.1.1.5) and reverses the bits of each byte, so that the first bit is the lowest of a little-endian number.
 * `unstuff(from, end, to, result)`: byte addresses, `to` at most `from`. It writes two int32 at `result`: where it stopped
 * reading (at the 0xff of a marker, or near `end`) and where it stopped writing.
 */
export type UnstuffKernel = (from: number, end: number, to: number, result: number) => void

const [FROM, END, TO, RESULT, BYTE, BYTES] = [0, 1, 2, 3, 4, 5]
const AT_ONCE = 16

const reversed = (value: number, bits: number): number =>
  bits === 0 ? 0 : ((value & 1) << (bits - 1)) | reversed(value >> 1, bits - 1)
const nibbles = Array.from({ length: 16 }, (_, value) => reversed(value, 4))
const lowHalves = op.constantBytes(...nibbles.map((value) => value << 4))
const highHalves = op.constantBytes(...nibbles)
const splat = (byte: number): Code => [...op.i32(byte), ...op.splatByte]

/** Reverses the bits of 16 bytes: each half of a byte is looked up and swapped with the other. */
const reverseBytes: Code = join(
  [...lowHalves, ...op.get(BYTES), ...splat(15), ...op.and, ...op.swizzle],
  [...highHalves, ...op.get(BYTES), ...op.i32(4), ...op.shiftRightI8, ...op.swizzle],
  op.or,
)

/**
 * Reverses the bits of one byte (Sean Eron Anderson, Bit Twiddling Hacks, "Reverse the bits in a byte"), 32 bits wide.
 */
const reverseByte: Code = join(
  [...op.get(BYTE), ...op.i32(0x0802), ...op.mul, ...op.i32(0x22110), ...op.andI32],
  [...op.get(BYTE), ...op.i32(0x8020), ...op.mul, ...op.i32(0x88440), ...op.andI32],
  [...op.orI32, ...op.i32(0x10101), ...op.mul, ...op.i32(16), ...op.shiftRight],
)

/** Copies sixteen bytes without a 0xff and continues (the loop is two levels out). */
const sixteen: Code = op.block([
  [...op.get(FROM), ...op.i32(AT_ONCE), ...op.add, ...op.get(END), ...op.isGreaterUnsigned, ...op.leaveIf(0)],
  [...op.get(FROM), ...op.loadV128(0), ...op.set(BYTES)],
  [...op.get(BYTES), ...splat(0xff), ...op.isEqualI8x16, ...op.isAnyTrue, ...op.leaveIf(0)],
  [...op.get(TO), ...reverseBytes, ...op.storeV128(0)],
  advance(FROM, op.i32(AT_ONCE)),
  advance(TO, op.i32(AT_ONCE)),
  op.leave(1),
])

/** Copies one byte; a marker ends all (the outer block encloses the loop). */
const one: Code[] = [
  [...op.get(FROM), ...op.i32(1), ...op.add, ...op.get(END), ...op.isAtLeastUnsigned, ...op.leaveIf(1)],
  [...op.get(FROM), ...op.loadU8(0), ...op.set(BYTE)],
  [...op.get(BYTE), ...op.i32(0xff), ...op.isEqual],
  op.when([[...op.get(FROM), ...op.loadU8(1), ...op.leaveIf(2)], advance(FROM, op.i32(1))]),
  [...op.get(TO), ...reverseByte, ...op.storeI8(0)],
  advance(FROM, op.i32(1)),
  advance(TO, op.i32(1)),
  op.leave(0),
]

const kernel: WasmFunction = {
  name: 'unstuff',
  params: ['i32', 'i32', 'i32', 'i32'],
  locals: ['i32', 'v128'],
  body: [
    op.block([op.loop([sixteen, ...one])]),
    [...op.get(RESULT), ...op.get(FROM), ...op.storeI32(0)],
    [...op.get(RESULT), ...op.get(TO), ...op.storeI32(4)],
  ],
}

/** Compiles the kernel over a memory. */
export const instantiateUnstuff = (memory: WebAssembly.Memory): UnstuffKernel =>
  instantiate<UnstuffKernel>(memory, kernel)
