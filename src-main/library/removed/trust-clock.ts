import type { Catalog } from '../catalog/catalog.ts'

/** A longer step forward since the last check is either a long absence or a wrong clock. */
const MAX_STEP_MS = 60 * 86_400_000

/**
 * Whether things may be deleted by their age: not at the first check after the clock jumped forward by months, and not
 * until a clock set back has caught up. Called about each hour; each caller uses a name of its own.
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
