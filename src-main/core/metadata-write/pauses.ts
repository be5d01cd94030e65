const FIRST_MS = 2_000
const LONGEST_MS = 60 * 60 * 1000

/** How long a photo waits after it failed so many times before: twice as long each time, an hour at most. */
export const pauseAfter = (attempts: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts, 30))
