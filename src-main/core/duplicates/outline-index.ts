import { type Outline, outlineDistance } from './outline.ts'

/** Outlines that differ in so many bits at most are always found: in one of five bands one bit differs at most. */
export const MAX_OUTLINE_DISTANCE = 9

/** Bits of the five bands of an outline. */
const BANDS = [13, 13, 13, 13, 12]

/** More photos with one band are plain pictures, such as black ones: those are found by other means alone. */
const MOST_IN_BUCKET = 400

/**
 * Finds outlines that are alike without comparing each with each. Two that differ in nine bits at most have a band, of
 * five, in which they differ in one at most.
 */
export class OutlineIndex {
  readonly #ids: number[] = []
  readonly #outlines: Outline[] = []
  /** Places of photos in the lists above, by band. */
  readonly #buckets = BANDS.map(() => new Map<number, number[]>())

  /** Photos that were added before and look alike; then adds this one. */
  findAndAdd(id: number, outline: Outline): number[] {
    const found = new Set<number>()
    const bands = bandsOf(outline)
    bands.forEach((band, number) => {
      this.#findNear(number, band, outline, found)
      for (let bit = 0; bit < BANDS[number]!; bit++) this.#findNear(number, band ^ (1 << bit), outline, found)
    })
    bands.forEach((band, number) => this.#add(number, band))
    this.#ids.push(id)
    this.#outlines.push(outline)
    return [...found]
  }

  #findNear(number: number, band: number, outline: Outline, found: Set<number>): void {
    const places = this.#buckets[number]?.get(band)
    if (places === undefined || places.length > MOST_IN_BUCKET) return
    for (const place of places)
      if (outlineDistance(outline, this.#outlines[place]!) <= MAX_OUTLINE_DISTANCE) found.add(this.#ids[place]!)
  }

  #add(number: number, band: number): void {
    const bucket = this.#buckets[number]
    const places = bucket?.get(band)
    if (places === undefined) bucket?.set(band, [this.#ids.length])
    else if (places.length <= MOST_IN_BUCKET) places.push(this.#ids.length)
  }
}

function bandsOf({ high, low }: Outline): number[] {
  const middle = (high >>> 26) | ((low & 0x7f) << 6)
  return [high & 0x1fff, (high >>> 13) & 0x1fff, middle, (low >>> 7) & 0x1fff, low >>> 20]
}
