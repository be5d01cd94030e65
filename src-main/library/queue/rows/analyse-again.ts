import type { StepName } from '../../../analysis/photo/findings.ts'
import { photoStatus } from '../../catalog/codecs/numbered.ts'
import type { Context } from '../../catalog/context/context.ts'
import { isTried, keepSteps } from './steps/done-steps.ts'
import type { Steps } from './steps/steps.ts'

type Dependencies = Pick<Context, 'db' | 'write' | 'changed' | 'inFlight'> & { steps: Steps }

/** Makes steps pending again, by default all of them. */
export function makePending(context: Dependencies, ids: readonly number[], names?: readonly StepName[]): void {
  context.write(() => {
    for (const id of ids) {
      forgetSteps(context, id, (name) => !names || names.some((each) => each === name))
      context.inFlight.outdate(id)
    }
  })
  context.changed.photos(ids)
}

/** Makes failed photos pending again; returns them. */
export function retryFailed(context: Dependencies): number[] {
  const ids = context.write(() => {
    const failed = context.db
      .prepare<[number], number>('SELECT id FROM photos WHERE status = ? ORDER BY id')
      .pluck()
      .all(photoStatus.number.failed)
    for (const id of failed) forgetSteps(context, id, (_, fingerprint) => isTried(fingerprint))
    return failed
  })
  context.changed.photos(ids)
  return ids
}

const RETRIED_BY = 'failed-photos-retried'
type KeptState = { get(key: string): string | null; set(key: string, value: string): void }

/**
 * Photos that another version of the program marked as failed become pending again, since this one may read more; once
 * for each version. Files that are themselves damaged fail again.
 */
export function retryAfterUpdate(context: Dependencies & { state: KeptState }, version: string): void {
  if (context.state.get(RETRIED_BY) === version) return
  retryFailed(context)
  context.state.set(RETRIED_BY, version)
}

const STARVED = `status = ${photoStatus.number.failed} AND failure IN ('timed-out', 'out-of-memory')`

/** The number of photos that failed for lack of memory or time. */
export const countStarved = ({ db }: Pick<Context, 'db'>): number =>
  db.prepare<[], number>(`SELECT count(*) FROM photos WHERE ${STARVED}`).pluck().get()!

/** Makes photos pending again that failed for lack of memory or time. */
export function retryStarved(context: Dependencies): void {
  const ids = context.write(() => {
    const starved = context.db.prepare<[], number>(`SELECT id FROM photos WHERE ${STARVED} ORDER BY id`).pluck().all()
    for (const id of starved) forgetSteps(context, id, (_, fingerprint) => isTried(fingerprint))
    return starved
  })
  context.changed.photos(ids)
}

/** Makes failed photos pending again, and their metadata unread. */
export function retry(context: Dependencies, ids: readonly number[]): void {
  context.write(() => {
    for (const id of ids) forgetSteps(context, id, (_, fingerprint) => isTried(fingerprint))
    context.db
      .prepare('UPDATE photos SET needs_metadata = 1 WHERE id IN (SELECT value FROM json_each(?))')
      .run(JSON.stringify(ids))
  })
  context.changed.photos(ids)
}

/** A deliberate new try also resets failures and crash counts. */
function forgetSteps(
  { db, steps }: Pick<Dependencies, 'db' | 'steps'>,
  id: number,
  isForgotten: (name: string, fingerprint: string) => boolean,
) {
  const setId = db.prepare<[number], number>('SELECT step_set FROM photos WHERE id = ?').pluck().get(id)
  if (setId === undefined) return
  const left = keepSteps(steps.done(setId), (name, fingerprint) => !isForgotten(name, fingerprint))
  const next = steps.intern(left)
  db.prepare('UPDATE photos SET step_set = ?, pending = ?, later = ?, attempts = 0, crashes = 0 WHERE id = ?').run(
    next.id,
    next.pending,
    next.later,
    id,
  )
}
