const SECOND = 1000
const MINUTE = 60 * SECOND
/**
 * Pauses after the first, second, … failed call, each up to a fifth longer. After the last one the call is given up.
 */
export const PAUSES_MS: readonly number[] = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE]
const JITTER = 0.2

/**
 * Milliseconds to wait after a failed call that followed `attempts` others; undefined to give up. `random` is 0 to 1
 * and varies the pauses.
 */
export function pauseAfter(attempts: number, random: number): number | undefined {
  const pause = PAUSES_MS[attempts]
  return pause === undefined ? undefined : Math.round(pause * (1 + JITTER * random))
}
