import type { Box } from '../models/runtime/tasks.ts'
import type { Luma } from '../photo/photo.ts'
import { instantiateEnergies, NUMBERS_AT_ONCE } from './energy-kernel.ts'

/** Differences need this many pixels around each pixel, and so around a region. */
export const REACH = 2
/** Gradient tensor: sums of squared first differences (over four pixels) across and down, and of their products. */
export type Slopes = [across: number, down: number, product: number]
/** Sums of squared second differences: across, down, along the falling diagonal, along the rising one. */
export type Bends = [across: number, down: number, falling: number, rising: number]

const PAGE_BYTES = 65_536
/** Address of the levels, behind the sums. */
const LEVELS_AT = 64

/** The kernels' memory, and the picture whose levels are in it now. */
class EnergyMeter {
  readonly #memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 })
  readonly #kernels = instantiateEnergies(this.#memory)
  #held = new WeakRef<Luma['levels']>(new Int16Array())

  sum(kind: 'slopes' | 'bends', { width, levels }: Luma, { x1, y1, x2, y2 }: Box): number[] {
    this.#hold(levels)
    const at = LEVELS_AT + 2 * (y1 * width + x1 - REACH)
    this.#kernels[kind](at, 2 * width, 2 * (x2 - x1), y2 - y1, 0)
    const halves = new BigInt64Array(this.#memory.buffer, 0, 8)
    const sumAt = (k: number) => Number(halves[2 * k]! + halves[2 * k + 1]!)
    return kind === 'slopes' ? [sumAt(0), sumAt(1), sumAt(2)] : [sumAt(0), sumAt(1), sumAt(2), sumAt(3)]
  }

  /** Squares of one picture are measured one after the other, so its levels are copied once. */
  #hold(levels: Luma['levels']): void {
    if (this.#held.deref() === levels) return
    const missing = LEVELS_AT + levels.byteLength - this.#memory.buffer.byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES))
    new Int16Array(this.#memory.buffer, LEVELS_AT, levels.length).set(levels)
    this.#held = new WeakRef(levels)
  }
}

let meter: EnergyMeter | undefined

/** In squared parts of levels, over a block in whole pixels with `REACH` pixels of the picture around it. */
export function sumSlopes(luma: Luma, block: Box): Slopes {
  const wide = wideOf(block)
  const sums = wide > 0 ? sumWide('slopes', luma, block) : [0, 0, 0]
  const { width, levels } = luma
  for (let y = block.y1; y < block.y2; y++) {
    const end = y * width + block.x2
    for (let at = y * width + block.x1 + wide; at < end; at++) {
      const across = levels[at + REACH]! - levels[at - REACH]!
      const down = levels[at + REACH * width]! - levels[at - REACH * width]!
      sums[0]! += across * across
      sums[1]! += down * down
      sums[2]! += across * down
    }
  }
  return sums as Slopes
}

/** In squared parts of levels, as `sumSlopes`. */
export function sumBends(luma: Luma, block: Box): Bends {
  const wide = wideOf(block)
  const sums = wide > 0 ? sumWide('bends', luma, block) : [0, 0, 0, 0]
  const { width, levels } = luma
  for (let y = block.y1; y < block.y2; y++) {
    const end = y * width + block.x2
    for (let at = y * width + block.x1 + wide; at < end; at++) {
      const twice = 2 * levels[at]!
      sums[0]! += (twice - levels[at - 1]! - levels[at + 1]!) ** 2
      sums[1]! += (twice - levels[at - width]! - levels[at + width]!) ** 2
      sums[2]! += (twice - levels[at - width - 1]! - levels[at + width + 1]!) ** 2
      sums[3]! += (twice - levels[at - width + 1]! - levels[at + width - 1]!) ** 2
    }
  }
  return sums as Bends
}

/** The columns of a block that a kernel sums; plain arithmetic adds those that remain. */
const wideOf = ({ x1, x2 }: Box): number => x2 - x1 - ((x2 - x1) % NUMBERS_AT_ONCE)
const sumWide = (kind: 'slopes' | 'bends', luma: Luma, block: Box): number[] =>
  (meter ??= new EnergyMeter()).sum(kind, luma, { ...block, x2: block.x1 + wideOf(block) })
