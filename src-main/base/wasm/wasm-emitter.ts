/**
 * Writes WebAssembly modules byte by byte: just enough of the binary format (WebAssembly Core 2.0, chapter 5) for the
 * program's kernels, so that they need neither a build step nor a compiled file in the repository.
 */
export type Code = readonly number[]

/** Value types of parameters and locals. */
const valueTypes = { i32: 0x7f, i64: 0x7e, v128: 0x7b } as const
export type ValueType = keyof typeof valueTypes

/** Unsigned LEB128. */
export function unsigned(value: number): number[] {
  const bytes: number[] = []
  do {
    const low = value & 0x7f
    value >>>= 7
    bytes.push(value === 0 ? low : low | 0x80)
  } while (value !== 0)
  return bytes
}

/** Signed LEB128. */
export function signed(value: number): number[] {
  const bytes: number[] = []
  for (;;) {
    const low = value & 0x7f
    value >>= 7
    const isDone = (value === 0 && (low & 0x40) === 0) || (value === -1 && (low & 0x40) !== 0)
    bytes.push(isDone ? low : low | 0x80)
    if (isDone) return bytes
  }
}

const text = (value: string): number[] => [...unsigned(value.length), ...new TextEncoder().encode(value)]
const vector = (items: readonly Code[]): number[] => [...unsigned(items.length), ...items.flat()]
const section = (id: number, content: Code): number[] => [id, ...unsigned(content.length), ...content]
const simd = (opcode: number, ...rest: number[]): Code => [0xfd, ...unsigned(opcode), ...rest]
const VOID = 0x40

/** The instructions the kernels use; loads and stores take a constant byte offset. */
export const op = {
  get: (local: number): Code => [0x20, ...unsigned(local)],
  set: (local: number): Code => [0x21, ...unsigned(local)],
  i32: (value: number): Code => [0x41, ...signed(value)],
  add: [0x6a] as Code,
  sub: [0x6b] as Code,
  mul: [0x6c] as Code,
  addF32: [0x92] as Code,
  maxF32: [0x97] as Code,
  shiftLeft: [0x74] as Code,
  shiftRight: [0x76] as Code,
  shiftRightSigned: [0x75] as Code,
  isZero: [0x45] as Code,
  isEqual: [0x46] as Code,
  isNotEqual: [0x47] as Code,
  isLessUnsigned: [0x49] as Code,
  isGreaterUnsigned: [0x4b] as Code,
  isAtLeastUnsigned: [0x4f] as Code,
  shiftRightI64: [0x88] as Code,
  /** The low half of 64 bits. */
  wrapI64: [0xa7] as Code,
  extendToI64: [0xad] as Code,
  loadU8: (offset: number): Code => [0x2d, 0, ...unsigned(offset)],
  loadU16: (offset: number): Code => [0x2f, 1, ...unsigned(offset)],
  loadI64: (offset: number): Code => [0x29, 0, ...unsigned(offset)],
  storeI8: (offset: number): Code => [0x3a, 0, ...unsigned(offset)],
  loadI32: (offset: number): Code => [0x28, 2, ...unsigned(offset)],
  storeI32: (offset: number): Code => [0x36, 2, ...unsigned(offset)],
  storeF32: (offset: number): Code => [0x38, 2, ...unsigned(offset)],
  loop: (body: readonly Code[]): Code => [0x03, VOID, ...body.flat(), 0x0b],
  repeatIf: [0x0d, 0] as Code,
  /** Instructions that `leave` and `leaveIf` jump past. */
  block: (body: readonly Code[]): Code => [0x02, VOID, ...body.flat(), 0x0b],
  /** Runs the instructions if the number on the stack is not 0; counts as a block. */
  when: (body: readonly Code[]): Code => [0x04, VOID, ...body.flat(), 0x0b],
  /** Jumps past the end of the block that is `depth` levels out, or back to the start of the loop. */
  leave: (depth: number): Code => [0x0c, ...unsigned(depth)],
  leaveIf: (depth: number): Code => [0x0d, ...unsigned(depth)],
  end: [0x0f] as Code,
  loadV128: (offset: number): Code => simd(0x00, 0, ...unsigned(offset)),
  zeroV128: simd(0x0c, ...Array.from({ length: 16 }, () => 0)),
  lane: (index: number): Code => simd(0x1b, index),
  laneU16: (index: number): Code => simd(0x19, index),
  widenLow: simd(0x87),
  widenHigh: simd(0x88),
  dotI16: simd(0xba),
  addI32x4: simd(0xae),
  /** The first and the last two of four signed 32-bit numbers, as 64-bit ones. */
  lowToI64: simd(0xc7),
  highToI64: simd(0xc8),
  addI64x2: simd(0xce),
  /** Copies a byte to all lanes. */
  splatByte: simd(0x0f),
  and: simd(0x4e),
  or: simd(0x50),
  /** For each byte of the second vector, the byte of the first at that index; 0 for indexes above 15. */
  swizzle: simd(0x0e),
  isEqualI8x16: simd(0x23),
  isAnyTrue: simd(0x53),
  shiftRightI8: simd(0x6d),
  shiftRightI16: simd(0x8d),
  addI16x8: simd(0x8e),
  shiftLeftI16: simd(0x8b),
  subI16x8: simd(0x91),
  addI8x16: simd(0x6e),
  storeV128: (offset: number): Code => simd(0x0b, 0, ...unsigned(offset)),
  /**
   * For each byte of the second vector, the byte of the first at that index, which must be below 16: beyond that
   * processors differ.
   */
  pickBytes: simd(0x100),
  laneF32: (index: number): Code => simd(0x1f, index),
  addF32x4: simd(0xe4),
  subF32x4: simd(0xe5),
  mulF32x4: simd(0xe6),
  divF32x4: simd(0xe7),
  minF32x4: simd(0xe8),
  maxF32x4: simd(0xe9),
  isAtLeastF32x4: simd(0x46),
  isBelowF32x4: simd(0x43),
  nearestF32x4: simd(0x6a),
  toF32x4: simd(0xfa),
  /** Converts to whole numbers towards zero, clamped to 32 bits. */
  truncateF32x4: simd(0xf8),
  /** Eight 16-bit numbers from twice four 32-bit ones, clamped. */
  narrowToI16: simd(0x85),
  minI16x8: simd(0x96),
  maxI16x8: simd(0x98),
  /** Stores half of the bytes: 0 the first eight, 1 the last. */
  storeHalf: (half: 0 | 1, offset: number): Code => simd(0x5b, 3, ...unsigned(offset), half),
  /** Products of fractions of 2^15, rounded. */
  mulFractionI16: simd(0x82),
  shiftRightSignedI32: simd(0xac),
  /** Four bits, one for each lane. */
  signsI32x4: simd(0xa4),
  subI32x4: simd(0xb1),
  shiftLeftI32: simd(0xab),
  lowUnsigned: simd(0xa9),
  highUnsigned: simd(0xaa),
  /** The 16 named bytes of two vectors; those of the second are numbered from 16 on. */
  shuffle: (...bytes: readonly number[]): Code => simd(0x0d, ...bytes),
  /** One float from memory in all four lanes. */
  splatFrom: (offset: number): Code => simd(0x09, 2, ...unsigned(offset)),
  /** Four signed 16-bit numbers as 32-bit ones. */
  loadFourI16: (offset: number): Code => simd(0x03, 3, ...unsigned(offset)),
  splatI32: simd(0x11),
  fourI32: (...numbers: readonly number[]): Code => simd(0x0c, ...new Uint8Array(Int32Array.from(numbers).buffer)),
  fourF32: (value: number): Code => simd(0x0c, ...new Uint8Array(Float32Array.of(value, value, value, value).buffer)),
  isEqualI32x4: simd(0x37),
  splatTwoBytesFrom: (offset: number): Code => simd(0x08, 1, ...unsigned(offset)),
  constantBytes: (...bytes: readonly number[]): Code => simd(0x0c, ...bytes),
  /** For each bit: the first vector's if it is set in the third, otherwise the second's. */
  choose: simd(0x52),
  firstTwoToF64: simd(0x5f),
  twoToF32: simd(0x5e),
  splatF64From: (offset: number): Code => simd(0x0a, 3, ...unsigned(offset)),
  addF64x2: simd(0xf0),
  subF64x2: simd(0xf1),
  mulF64x2: simd(0xf2),
  divF64x2: simd(0xf3),
  isBelowF64x2: simd(0x49),
  /** The lesser or greater of two numbers; the first, if one is none. */
  pickMinF64x2: simd(0xf6),
  pickMaxF64x2: simd(0xf7),
  splatI16: simd(0x10),
  mulI16x8: simd(0x95),
  xor: simd(0x51),
  /** Eight bytes as unsigned 16-bit numbers. */
  loadEightBytes: (offset: number): Code => simd(0x02, 3, ...unsigned(offset)),
  /** Sixteen bytes from twice eight signed 16-bit numbers, clamped. */
  narrowToBytes: simd(0x66),
  mulI32x4: simd(0xb5),
  /** Stores the first four bytes. */
  storeFourBytes: (offset: number): Code => simd(0x5a, 2, ...unsigned(offset), 0),
  orI32: [0x72] as Code,
  andI32: [0x71] as Code,
}

/** Concatenates instructions. */
export const join = (...parts: readonly Code[]): Code => parts.flat()

/** Adds to a local. */
export const advance = (local: number, by: Code): Code => [...op.get(local), ...by, ...op.add, ...op.set(local)]

/** A function without a result: parameters first, then locals, numbered in that order. */
export type WasmFunction = {
  name: string
  /** Whether several threads share its memory. */
  isShared?: boolean
  params: readonly ValueType[]
  locals: readonly ValueType[]
  body: readonly Code[]
}

/** A module with one exported function over an imported memory (`env.memory`, at most 4 GiB). */
export function assembleModule({
  name,
  isShared = false,
  params,
  locals,
  body,
}: WasmFunction): Uint8Array<ArrayBuffer> {
  const type = [0x60, ...vector(params.map((p) => [valueTypes[p]])), 0]
  const memory = [...text('env'), ...text('memory'), 0x02, isShared ? 3 : 1, ...unsigned(1), ...unsigned(65_536)]
  const code = [...vector(locals.map((l) => [1, valueTypes[l]])), ...body.flat(), 0x0b]
  return Uint8Array.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    0x01,
    0x00,
    0x00,
    0x00,
    ...section(1, vector([type])),
    ...section(2, vector([memory])),
    ...section(3, vector([[0]])),
    ...section(7, vector([[...text(name), 0x00, 0]])),
    ...section(10, vector([[...unsigned(code.length), ...code]])),
  ])
}

/** Compiles a function (a few hundred bytes, well under a millisecond) over a memory. */
export function instantiate<Kernel>(memory: WebAssembly.Memory, kernel: WasmFunction): Kernel {
  const isShared = memory.buffer instanceof SharedArrayBuffer
  const module = new WebAssembly.Module(assembleModule({ ...kernel, isShared }))
  return new WebAssembly.Instance(module, { env: { memory } }).exports[kernel.name] as unknown as Kernel
}
