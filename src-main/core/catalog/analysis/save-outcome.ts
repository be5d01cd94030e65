import { type AnalysedOutcome, type AnalysisOutcome, type StepName } from '../../../analysis/photo/findings.ts'
import { REMOTE_FINGERPRINT } from '../../../engines/engine.ts'
import type { Context } from '../context/context.ts'
import { isFound, saveFindings, type AnalysisSource } from '../findings/findings.ts'
import { forgetAnswers } from '../remote/remote-memory.ts'
import type { DoneSteps, Steps } from '../steps/steps.ts'

export type OutcomeParts = Context & { steps: Steps; putThumbnail: (photoId: number, bytes: Uint8Array) => void }
type Row = { step_set: number; pending: number; attempts: number; failure: string }
type Progress = { done: DoneSteps; attempts: number }

/** How often a step may end with a warning and without a finding before it is left alone. */
const MAX_ATTEMPTS = 3

/**
 * Keeps what came of one analysis. A photo that was taken out meanwhile is no error; an outcome about a file that
 * changed
 * meanwhile is kept, but its steps stay pending.
 */
export function saveOutcome(
  parts: OutcomeParts,
  photoId: number,
  asked: readonly StepName[],
  outcome: AnalysisOutcome,
  source = sourceOf(outcome),
) {
  const isOutdated = parts.inFlight.takeBack(photoId)
  const isKept = parts.write(() => {
    const row = parts.db
      .prepare<[number], Row>('SELECT step_set, pending, attempts, failure FROM photos WHERE id = ?')
      .get(photoId)
    if (!row) return false
    if (outcome.ok) saveFindings(parts, photoId, outcome.findings, source)
    if (outcome.ok && outcome.findings.contentHash !== undefined) forgetAnswers(parts, outcome.findings.contentHash)
    if (!isOutdated) saveProgress(parts, photoId, row, asked, outcome)
    // Last, since the file of thumbnails has its own transaction: a thumbnail ahead of its version does no harm.
    if (outcome.ok && outcome.findings.thumbnail) parts.putThumbnail(photoId, outcome.findings.thumbnail)
    return true
  })
  if (isKept) parts.changed.photos([photoId])
}

const sourceOf = (outcome: AnalysisOutcome): AnalysisSource =>
  outcome.ok && outcome.remote?.includes('tags') ? 'remote' : 'engine'

function saveProgress(
  { db, steps }: OutcomeParts,
  photoId: number,
  row: Row,
  asked: readonly StepName[],
  outcome: AnalysisOutcome,
) {
  const { done, attempts } = outcome.ok
    ? afterSuccess(steps, row, asked, outcome)
    : { done: withTried(steps, steps.done(row.step_set), [...asked, ...steps.names(row.pending)]), attempts: 0 }
  const set = steps.intern(done)
  const [failure, reason] = outcome.ok ? ['', ''] : [outcome.code, outcome.reason]
  db.prepare(
    'UPDATE photos SET step_set = ?, pending = ?, attempts = ?, failure = ?, reason = ?, crashes = CASE WHEN ? THEN 0 ELSE crashes END WHERE id = ?',
  ).run(set.id, set.pending, attempts, failure, reason, outcome.ok ? 1 : 0, photoId)
}

/**
 * Found: done. Not found without a word: there was nothing to find, as long as the step stays as it is. Not found with
 * a
 * warning: something went wrong, so it is tried again, a few times. Postponed: as if it had not been asked for. Steps
 * that an
 * earlier failure left out come back.
 */
function afterSuccess(steps: Steps, row: Row, handed: readonly StepName[], outcome: AnalysedOutcome): Progress {
  const asked = handed.filter((name) => !outcome.postponed?.includes(name))
  const isForgotten = (name: string, fingerprint: string) =>
    fingerprint.startsWith('!') && (row.failure !== '' || asked.some((each) => each === name))
  const done: DoneSteps = Object.fromEntries(
    Object.entries(steps.done(row.step_set)).filter((entry) => !isForgotten(...entry)),
  )
  const absent = asked.filter((name) => !isFound[name](outcome.findings))
  for (const name of asked)
    if (!absent.includes(name))
      done[name] = outcome.remote?.includes(name) ? REMOTE_FINGERPRINT : (steps.fingerprint(name) ?? '')
  if (absent.length === 0) return { done, attempts: asked.length === 0 ? row.attempts : 0 }
  const isGivenUp = outcome.warnings.length === 0 || row.attempts + 1 >= MAX_ATTEMPTS
  return isGivenUp ? { done: withTried(steps, done, absent), attempts: 0 } : { done, attempts: row.attempts + 1 }
}

function withTried(steps: Steps, done: DoneSteps, names: readonly StepName[]): DoneSteps {
  const tried = names.map((name) => [name, steps.triedWith(name)] as const)
  return { ...done, ...Object.fromEntries(tried) }
}
