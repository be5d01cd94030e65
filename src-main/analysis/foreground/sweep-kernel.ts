import { advance, instantiate, join, op, type Code } from '../../base/wasm/wasm-emitter.ts'

/**
 * Sweeps a row of pixels for barriers: `sweepRow(first, end, step, above)`. Pixels are records of `RECORD_BYTES`, from
 * `first` on each `step` bytes further; `above` leads from a pixel to its neighbour in the row before. Each takes the
 * path of the pixel before it, or of that neighbour, if its own distance becomes less.
 */
export type SweepKernel = (first: number, end: number, step: number, above: number) => void

/**
 * Four times four float64, for the channels of a colour and one that is not used: its values, the highest and the
 * lowest values on its path, and the distance between these, rounded to float32.
 */
export const RECORD_BYTES = 128
const [VALUE, HIGHEST, LOWEST, DISTANCE] = [0, 32, 64, 96] as const

const [AT, END, STEP, ABOVE, FROM, VALUES, LEAST, HIGH, LOW, APART, IS_LESS] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
] as const
/** Of the pixel before and then of this one, for each two channels. */
const OWN_HIGH = [11, 12] as const
const OWN_LOW = [13, 14] as const

const load = (local: number, offset: number): Code => [...op.get(local), ...op.loadV128(offset)]
const store = (offset: number, local: number): Code => [...op.get(AT), ...op.get(local), ...op.storeV128(offset)]

/** The range of a path that is extended to this pixel. */
const extend = (high: Code, low: Code): Code =>
  join(
    [...high, ...op.get(VALUES), ...op.pickMaxF64x2, ...op.set(HIGH)],
    [...low, ...op.get(VALUES), ...op.pickMinF64x2, ...op.set(LOW)],
  )

function takeIfLess(ownHigh: number, ownLow: number): Code {
  const choose = (taken: Code, own: number): Code =>
    join(taken, [...op.get(own), ...op.get(IS_LESS), ...op.choose, ...op.set(own)])
  return join(
    [...op.get(HIGH), ...op.get(LOW), ...op.subF64x2, ...op.set(APART)],
    [...op.get(APART), ...op.get(LEAST), ...op.isBelowF64x2, ...op.set(IS_LESS)],
    choose([...op.get(APART), ...op.twoToF32, ...op.firstTwoToF64], LEAST),
    choose(op.get(HIGH), ownHigh),
    choose(op.get(LOW), ownLow),
  )
}

function sweepTwo(half: 0 | 1): Code {
  const [high, low, offset] = [OWN_HIGH[half], OWN_LOW[half], 16 * half]
  return join(
    [...load(AT, VALUE + offset), ...op.set(VALUES), ...load(AT, DISTANCE + offset), ...op.set(LEAST)],
    extend(op.get(high), op.get(low)),
    [...load(AT, HIGHEST + offset), ...op.set(high), ...load(AT, LOWEST + offset), ...op.set(low)],
    takeIfLess(high, low),
    extend(load(FROM, HIGHEST + offset), load(FROM, LOWEST + offset)),
    takeIfLess(high, low),
    [...store(DISTANCE + offset, LEAST), ...store(HIGHEST + offset, high), ...store(LOWEST + offset, low)],
  )
}

const body: readonly Code[] = [
  [...op.get(AT), ...op.get(STEP), ...op.sub, ...op.set(FROM)],
  ...([0, 1] as const).map((half) =>
    join(
      [...load(FROM, HIGHEST + 16 * half), ...op.set(OWN_HIGH[half])],
      [...load(FROM, LOWEST + 16 * half), ...op.set(OWN_LOW[half])],
    ),
  ),
  op.loop([
    [...op.get(AT), ...op.get(ABOVE), ...op.add, ...op.set(FROM)],
    sweepTwo(0),
    sweepTwo(1),
    advance(AT, op.get(STEP)),
    [...op.get(AT), ...op.get(END), ...op.isNotEqual, ...op.repeatIf],
  ]),
]

export const instantiateSweep = (memory: WebAssembly.Memory): SweepKernel =>
  instantiate<SweepKernel>(memory, {
    name: 'sweepRow',
    params: ['i32', 'i32', 'i32', 'i32'],
    locals: ['i32', ...Array.from({ length: 10 }, () => 'v128' as const)],
    body,
  })
