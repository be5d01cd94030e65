import { type GridLayout, rowsBetween } from './grid-layout.ts'

/**
 * A point of the complete list, in CSS pixels from the upper corner where its rows begin: the left one, or the right
 * one for right-to-left languages.
 */
export type Point = { x: number; y: number }
export type Box = { left: number; top: number; right: number; bottom: number }

/** The pointer must move this far before a rectangle is drawn: a slightly shaky click is still a click. */
const THRESHOLD_PX = 6

/** The rectangle that a pointer draws around photos, from where it was pressed to where it is. */
export class Marquee {
  #from: Point | null = null
  #box: Box | null = null

  /** The rectangle, once the pointer has moved far enough. */
  get box(): Box | null {
    return this.#box
  }

  begin(at: Point): void {
    this.#from = at
    this.#box = null
  }

  /** Moves the pointer; returns the rectangle, or null while none is drawn. */
  moveTo(at: Point): Box | null {
    if (this.#from === null) return null
    const isFar = Math.hypot(at.x - this.#from.x, at.y - this.#from.y) >= THRESHOLD_PX
    if (this.#box !== null || isFar) this.#box = boxBetween(this.#from, at)
    return this.#box
  }

  /** Ends it; returns whether a rectangle was drawn. */
  end(): boolean {
    const wasDrawn = this.#box !== null
    this.#from = null
    this.#box = null
    return wasDrawn
  }
}

const boxBetween = (a: Point, b: Point): Box => ({
  left: Math.min(a.x, b.x),
  top: Math.min(a.y, b.y),
  right: Math.max(a.x, b.x),
  bottom: Math.max(a.y, b.y),
})

/** The photos that a rectangle touches, in the order of the list. */
export function indexesIn(layout: GridLayout, box: Box): number[] {
  const touched: number[] = []
  for (const row of rowsBetween(layout, box.top, box.bottom)) {
    for (const [place, { left, top, width, height }] of row.boxes.entries()) {
      const isAcross = left <= box.right && left + width >= box.left
      if (isAcross && row.top + top <= box.bottom && row.top + top + height >= box.top) touched.push(row.first + place)
    }
  }
  return touched
}
