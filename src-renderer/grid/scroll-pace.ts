import { ref } from 'vue'

/** Of which rows pictures are loaded: of none while they fly by, after a jump first of those that are seen. */
export type Loads = 'none' | 'seen' | 'all'

/** Pixels per millisecond above which no picture is loaded: it would be gone before it arrives. */
const FAST = 3
/** A step of at most so many CSS pixels comes from rounding: rows that are kept in place do not move. */
const STILL = 2

/** How a list moves, and which pictures are worth loading meanwhile. */
export class ScrollPace {
  readonly loads = ref<Loads>('all')
  /** From a jump until the list rests: nothing of what was drawn before is near. */
  readonly hasJumped = ref(false)
  #wasFast = false

  /** It moved by so many CSS pixels in so many milliseconds; a jump is farther than the `view` is high. */
  move(step: number, ms: number, view: number): void {
    const isFast = step / Math.max(1, ms) > FAST
    if (isFast && this.#wasFast) this.loads.value = 'none'
    else if (step > view) {
      this.loads.value = 'seen'
      this.hasJumped.value = true
    } else if (step > STILL) this.hasJumped.value = false
    this.#wasFast = isFast
  }

  /** It did not move for a moment. Returns whether it was flying, and pictures around are to wait for another one. */
  rest(): boolean {
    const wasFlying = this.loads.value === 'none'
    this.loads.value = wasFlying ? 'seen' : 'all'
    this.hasJumped.value = false
    this.#wasFast = false
    return wasFlying
  }
}
