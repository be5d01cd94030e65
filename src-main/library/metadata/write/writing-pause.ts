import { pauseAfter } from '../../../base/background/back-off.ts'

const PAUSES = { firstMs: 2_000, longestMs: 60 * 60 * 1000 }

/** The pause of a photo after this many failures, in milliseconds. */
export const writingPause = (attempts: number): number => pauseAfter(attempts + 1, PAUSES)
