import type { Context } from '../context/context.ts'
import { isTried } from '../steps/done-steps.ts'
import type { Steps } from '../steps/steps.ts'
import { forgetSteps } from './analyse-again.ts'

const STATE = 'blameless-photos-retried'

/** Beginnings of reasons that were stored where a disk was full, a share slow or no process could be started. */
const REASONS = [
  '{"key":"photos.unexpected"',
  '{"key":"analysis.tookLong"',
  '{"key":"analysis.ended","values":{"reason":{"key":"analysis.processOff"',
  '{"key":"analysis.ended","values":{"reason":{"key":"analysis.engine',
]

type Dependencies = Pick<Context, 'db' | 'write'> & {
  steps: Steps
  state: { get(key: string): string | null; set(key: string, value: string): void }
}

/**
 * Photos that were once marked as failed, for what may not have been their fault, become pending again; once in the
 * life of a library. What fails by itself fails again.
 */
export function retryBlameless(context: Dependencies): void {
  const { db, write, state } = context
  if (state.get(STATE) !== null) return
  write(() => {
    const marked = db.prepare<[string], number>(MARKED).pluck().all(JSON.stringify(REASONS))
    for (const id of marked) forgetSteps(context, id, (_, fingerprint) => isTried(fingerprint))
    state.set(STATE, 'yes')
  })
}

const MARKED = `SELECT id FROM photos WHERE failure IN ('crashed', 'timed-out')
  AND EXISTS (SELECT 1 FROM json_each(?) WHERE substr(photos.reason, 1, length(value)) = value)`
