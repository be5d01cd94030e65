import type { Catalog } from '../catalog/catalog.ts'

/** A longer step forward since the last look is either a long absence or a wrong clock. */
const MAX_STEP_MS = 60 * 86_400_000

/**
 * Whether things may be deleted by their age: not at the first look after the clock went forward by months, and not
 * before it is where it was. Asked each hour or so; who deletes what asks under a name of its own.
 */
export function trustClock(
  settings: Pick<Catalog['settings'], 'getState' | 'setState'>,
  nowMs: number,
  name = 'clock.seen',
): boolean {
  const seen = settings.getState(name)
  settings.setState(name, String(nowMs))
  const step = seen === null ? 0 : nowMs - Number(seen)
  return step >= 0 && step <= MAX_STEP_MS
}
