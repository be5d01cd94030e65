import { ref } from 'vue'

/** Which rows load their pictures: none while they fly past; after a jump, the visible ones first. */
export type Loads = 'none' | 'seen' | 'all'

/** Pixels per millisecond above which no picture is loaded: its row would be gone before it arrives. */
const FAST = 3
/** After a longer pause, in milliseconds, a fast step is another jump: a list that flies moves in every frame. */
const PAUSE_MS = 80
/** A step of at most this many CSS pixels comes from rounding: rows that are kept in place do not move. */
const STILL = 2

/** Measures how a list moves, and decides which pictures are worth loading. */
export class ScrollPace {
  readonly loads = ref<Loads>('all')
  /** From a jump until the list rests: nothing drawn before is near. */
  readonly hasJumped = ref(false)
  #wasFast = false

  /** The list moved by `step` CSS pixels in `ms` milliseconds; a jump is farther than the `view` is high. */
  move(step: number, ms: number, view: number): void {
    const isFast = step / Math.max(1, ms) > FAST
    if (isFast && this.#wasFast && ms < PAUSE_MS) this.loads.value = 'none'
    else if (step > view) {
      this.loads.value = 'seen'
      this.hasJumped.value = true
    } else if (step > STILL) this.hasJumped.value = false
    this.#wasFast = isFast
  }

  /**
   * The list has not moved for a moment. Returns whether it was flying, so that surrounding pictures wait a little
   * longer.
   */
  rest(): boolean {
    const wasFlying = this.loads.value === 'none'
    this.loads.value = wasFlying ? 'seen' : 'all'
    this.hasJumped.value = false
    this.#wasFast = false
    return wasFlying
  }
}
