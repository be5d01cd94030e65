/**
 * Browsers cut elements off at some ten million pixels, and below that place content on every other pixel only. A
 * longer list is scrolled in an element of this height, in CSS pixels.
 */
const MAX_HEIGHT = 8_000_000
/** The height of the scrolled element for a list of `height`. */
export const elementHeightOf = (height: number): number => Math.min(height, MAX_HEIGHT)

/** Within this distance of its ends, a list is scrolled pixel by pixel, however long it is. */
const EXACT = 200_000
/**
 * A step of at most this many heights of the visible part (of the wheel, of a key) moves the list by the same distance.
 */
const NEAR = 2

/**
 * Maps between where a list of any height is scrolled to and where its element is. Both are the same up to
 * `MAX_HEIGHT`. Above it, small steps move the list as far as the element, and large ones to the same fraction of its
 * height; `settle` moves the element back to that fraction when it rests. All in CSS pixels.
 */
export class ScrollMap {
  #height = 0
  #view = 0
  #top = 0
  #scrolled = 0

  /** The height of the complete list, and of its visible part. */
  resize(height: number, view: number): void {
    this.#height = height
    this.#view = view
  }

  /** The place of the list at the top of the visible part. */
  get top(): number {
    return this.#top
  }

  /** How much farther down a place is in the list than in the element. */
  get shift(): number {
    return this.#isMapped ? this.#top - this.#scrolled : 0
  }

  /** The element was scrolled. */
  scrolledTo(scrolled: number): void {
    const step = scrolled - this.#scrolled
    const isNear = Math.abs(step) <= NEAR * this.#view && scrolled > 0 && scrolled < this.#elementEnd
    this.#top = this.#isMapped && isNear ? this.#bound(this.#top + step) : this.#topOf(scrolled)
    this.#scrolled = scrolled
  }

  /** Scrolls a place of the list to the top; returns where the element must be scrolled to. */
  goTo(top: number): number {
    this.#top = this.#bound(top)
    return this.settle()
  }

  /** Where the element belongs while the list rests at its place. */
  settle(): number {
    this.#scrolled = this.#isMapped ? mapAlong(this.#top, this.#end, this.#elementEnd) : this.#top
    return this.#scrolled
  }

  get #isMapped(): boolean {
    return this.#height > MAX_HEIGHT
  }
  get #end(): number {
    return Math.max(0, this.#height - this.#view)
  }
  get #elementEnd(): number {
    return Math.max(0, elementHeightOf(this.#height) - this.#view)
  }
  /** An element as high as its list keeps to its own end. */
  #bound(top: number): number {
    return Math.max(0, this.#isMapped ? Math.min(this.#end, top) : top)
  }

  #topOf(scrolled: number): number {
    if (!this.#isMapped) return scrolled
    return mapAlong(scrolled, this.#elementEnd, this.#end)
  }
}

/** Maps a place along one length to another: unchanged near both ends, in proportion between. */
function mapAlong(place: number, from: number, to: number): number {
  if (place <= EXACT) return place
  if (place >= from - EXACT) return to - (from - place)
  return EXACT + ((place - EXACT) * (to - 2 * EXACT)) / (from - 2 * EXACT)
}
