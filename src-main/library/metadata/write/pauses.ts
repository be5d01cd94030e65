import { pauseAfter } from '../../../base/background/back-off.ts'

const PAUSES = { firstMs: 2_000, longestMs: 60 * 60 * 1000 }

/** How long a photo waits after it failed so many times before, in milliseconds. */
export const writingPause = (attempts: number): number => pauseAfter(attempts + 1, PAUSES)
