import { type Outline, outlineDistance } from './outline.ts'

/** More photos with one band are plain pictures, such as black ones, which only other means find. */
const MAX_IN_BUCKET = 100

/** Bits of an outline's bands; wide ones if there are enough photos to fill the buckets of narrow ones. */
const NARROW = [13, 13, 13, 13, 12]
const WIDE = [16, 16, 16, 16]
const MANY = 250_000

/**
 * Finds similar outlines without comparing each with each: bands of outlines put photos into buckets. Of five bands,
 * two outlines that differ in at most nine bits have one band in which they differ in at most one.
 */
export class OutlineIndex {
  /** Finds outlines that differ in at most this many bits. */
  readonly maxDistance: number
  readonly #bands: readonly number[]
  readonly #ids: number[] = []
  readonly #outlines: Outline[] = []
  /** Positions of photos in the lists above, by band. */
  readonly #buckets: Map<number, number[]>[]

  /** `size` is the expected number of photos. */
  constructor(size = 0) {
    this.#bands = size > MANY ? WIDE : NARROW
    this.maxDistance = 2 * this.#bands.length - 1
    this.#buckets = this.#bands.map(() => new Map<number, number[]>())
  }

  /** Similar photos that were added before; then adds this one. */
  findAndAdd(id: number, outline: Outline): number[] {
    const found = new Set<number>()
    let from = 0
    this.#bands.forEach((width, number) => {
      const band = bitsOf(outline, from, width)
      from += width
      this.#findNear(number, band, outline, found)
      for (let bit = 0; bit < width; bit++) this.#findNear(number, band ^ (1 << bit), outline, found)
      this.#add(number, band)
    })
    this.#ids.push(id)
    this.#outlines.push(outline)
    return [...found]
  }

  #findNear(number: number, band: number, outline: Outline, found: Set<number>): void {
    const places = this.#buckets[number]?.get(band)
    if (places === undefined || places.length > MAX_IN_BUCKET) return
    for (const place of places)
      if (outlineDistance(outline, this.#outlines[place]!) <= this.maxDistance) found.add(this.#ids[place]!)
  }

  #add(number: number, band: number): void {
    const bucket = this.#buckets[number]
    const places = bucket?.get(band)
    if (places === undefined) bucket?.set(band, [this.#ids.length])
    else if (places.length <= MAX_IN_BUCKET) places.push(this.#ids.length)
  }
}

/** Up to 16 of the 64 bits as a number. */
function bitsOf({ high, low }: Outline, from: number, width: number): number {
  const first = from < 32 ? high >>> from : low >>> (from - 32)
  const rest = from < 32 && from + width > 32 ? low << (32 - from) : 0
  return (first | rest) & ((1 << width) - 1)
}
