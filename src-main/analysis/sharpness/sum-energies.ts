import type { Box } from '../models/runtime/tasks.ts'
import type { Luma } from '../photo/photo.ts'
import { instantiateEnergies, NUMBERS_AT_ONCE, type EnergyKernel } from './energy-kernel.ts'

/** Differences need this many pixels around each pixel, and so around a region. */
export const REACH = 2
/** Sums of squared differences: first ones across and down, second ones across and down, in squared parts of levels. */
type Energies = [acrossFirst: number, downFirst: number, acrossSecond: number, downSecond: number]

const PAGE_BYTES = 65_536
/** Address of the levels, behind the sums. */
const LEVELS_AT = 64

/** The kernel's memory, and the picture whose levels are in it now. */
class EnergyMeter {
  readonly #memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 })
  readonly #kernel: EnergyKernel = instantiateEnergies(this.#memory)
  #held = new WeakRef<Luma['levels']>(new Int16Array())

  sum({ width, levels }: Luma, { x1, y1, x2, y2 }: Box): Energies {
    this.#hold(levels)
    const at = LEVELS_AT + 2 * (y1 * width + x1 - REACH)
    this.#kernel(at, 2 * width, 2 * (x2 - x1), y2 - y1, 0)
    const halves = new BigUint64Array(this.#memory.buffer, 0, 8)
    const sumAt = (k: number) => Number(halves[2 * k]! + halves[2 * k + 1]!)
    return [sumAt(0), sumAt(1), sumAt(2), sumAt(3)]
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

/** Sums over a block in whole pixels, with `REACH` pixels of the picture around it. */
export function sumEnergies(luma: Luma, block: Box): Energies {
  const wide = block.x2 - block.x1 - ((block.x2 - block.x1) % NUMBERS_AT_ONCE)
  const sums: Energies =
    wide > 0 ? (meter ??= new EnergyMeter()).sum(luma, { ...block, x2: block.x1 + wide }) : [0, 0, 0, 0]
  addPlainly(luma, { ...block, x1: block.x1 + wide }, sums)
  return sums
}

/** The same without the kernel, for the remaining columns. */
function addPlainly({ width, levels }: Luma, { x1, y1, x2, y2 }: Box, sums: Energies): void {
  const far = REACH * width
  for (let y = y1; y < y2; y++) {
    const end = y * width + x2
    for (let at = y * width + x1; at < end; at++) {
      const twice = 2 * levels[at]!
      sums[0] += (levels[at + REACH]! - levels[at - REACH]!) ** 2
      sums[1] += (levels[at + far]! - levels[at - far]!) ** 2
      sums[2] += (twice - levels[at - 1]! - levels[at + 1]!) ** 2
      sums[3] += (twice - levels[at - width]! - levels[at + width]!) ** 2
    }
  }
}
