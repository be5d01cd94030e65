/** How fast work goes at present, so that a full service can say when to come back. */
export type Speed = {
  /** Counts one piece of work that took so many milliseconds. */
  note(ms: number): void
  /** Seconds until so many pieces are done by `places` that work side by side; whole, 1 to 60. */
  secondsFor(pieces: number, places: number): number
}

/** Before anything was measured: what a photo with all its operations takes on a slow machine. */
const FIRST_GUESS_MS = 500
/** Weight of the latest piece: about the last twenty count. */
const WEIGHT = 0.1
const LONGEST_S = 60

/** A moving average of how long a piece takes. */
export function createSpeed(): Speed {
  let average = FIRST_GUESS_MS
  return {
    note: (ms) => void (average += WEIGHT * (ms - average)),
    secondsFor: (pieces, places) => Math.min(LONGEST_S, Math.max(1, Math.ceil((pieces * average) / places / 1000))),
  }
}
