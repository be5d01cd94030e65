import { keepText } from '../../catalog/codecs/kept-text.ts'
import type { AnalysedOutcome, Findings, StepName, StoredOutcome } from '../../../analysis/photo/findings.ts'
import { REMOTE_FINGERPRINT } from '../../../engines/engine.ts'
import { turnSize } from '../../../base/formats/exif/turn-box.ts'
import type { Context } from '../../catalog/context/context.ts'
import { renewDenormalisedRow } from '../../catalog/denormalised/denormalised-rows.ts'
import type { AnalysisSource, Finding, PhotoValues } from './findings/finding.ts'
import { forgetAnswers } from '../../remote/rows/remote-memory.ts'
import { isTried, keepSteps, type DoneSteps } from './steps/done-steps.ts'
import type { Steps } from './steps/steps.ts'
import { turnOf } from '../../photos/rows/turns/turn-of.ts'

export type OutcomeDependencies = Context & { steps: Steps; findings: readonly Finding[] }
type Row = { step_set: number; pending: number; later: number; attempts: number; failure: string }
type Progress = { done: DoneSteps; attempts: number }

/** After this many warnings without a finding a step is left alone. */
const MAX_ATTEMPTS = 3

/**
 * Saves the outcome of one analysis. A photo that was removed in the meantime is no error; an outcome for a file that
 * has changed since is saved, but its steps stay pending.
 */
export function saveOutcome(
  context: OutcomeDependencies,
  photoId: number,
  asked: readonly StepName[],
  outcome: StoredOutcome,
  source = sourceOf(outcome),
) {
  const isOutdated = context.inFlight.takeBack(photoId)
  const isKept = context.write(() => {
    const row = context.db
      .prepare<[number], Row>('SELECT step_set, pending, later, attempts, failure FROM photos WHERE id = ?')
      .get(photoId)
    if (!row) return false
    const { findings } = outcome
    if (findings) saveFindings(context, photoId, isOutdated ? withoutHashes(findings) : findings, source)
    if (!isOutdated) saveProgress(context, photoId, row, asked, outcome)
    return true
  })
  if (isKept) context.changed.photos([photoId])
}

/** They may be those of an earlier content, and would be wrong for the present file. */
const withoutHashes = ({ contentHash: _content, imageHash: _image, ...others }: Findings): Findings => others

const sourceOf = (outcome: StoredOutcome): AnalysisSource =>
  outcome.ok && outcome.remote?.includes('tags') ? 'remote' : 'engine'

/** Saves each part that is there and leaves the others unchanged. */
function saveFindings(context: OutcomeDependencies, photoId: number, found: Findings, source: AnalysisSource) {
  const { db, findings } = context
  savePhotoValues(context, photoId, found)
  for (const finding of findings) finding.save?.(context, photoId, found, source)
  if (findings.some((finding) => finding.isDenormalised && finding.isFound(found))) renewDenormalisedRow(db, photoId)
  if (found.contentHash !== undefined) forgetAnswers(context, found.contentHash)
}

function savePhotoValues({ db, findings }: OutcomeDependencies, photoId: number, found: Findings) {
  const shown = { ...found, ...shownSize(db, photoId, found) }
  const all: PhotoValues = Object.assign({}, ...findings.map((finding) => finding.photoValues?.(shown) ?? {}))
  const given = Object.entries(all).filter((entry) => entry[1] !== undefined)
  if (given.length === 0) return
  const columns = given.map(([column]) => `${column} = ?`).join(', ')
  db.prepare(`UPDATE photos SET ${columns} WHERE id = ?`).run(...given.map(([, value]) => value), photoId)
}

/** The size of the photo as shown: a person may have turned it. */
function shownSize(
  db: Context['db'],
  photoId: number,
  { width, height }: Findings,
): Pick<Findings, 'width' | 'height'> {
  if (width === undefined || height === undefined) return {}
  return turnSize(turnOf(db, photoId)?.turn ?? 1, { width, height })
}

function saveProgress(
  { db, steps, findings }: OutcomeDependencies,
  photoId: number,
  row: Row,
  asked: readonly StepName[],
  outcome: StoredOutcome,
) {
  const { done, attempts } = outcome.ok
    ? afterSuccess({ steps, findings }, row, asked, outcome)
    : {
        done: withTried(steps, steps.done(row.step_set), [...asked, ...steps.names(row.pending | row.later)]),
        attempts: 0,
      }
  const { id: setId, pending, later } = steps.intern(done)
  const { failure, reason } = outcome.ok
    ? { failure: '', reason: '' }
    : { failure: outcome.code, reason: keepText(outcome.reason) }
  db.prepare(
    `UPDATE photos SET step_set = @setId, pending = @pending, later = @later, attempts = @attempts, failure = @failure,
       reason = @reason, crashes = CASE WHEN @isOk THEN 0 ELSE crashes END WHERE id = @photoId`,
  ).run({ setId, pending, later, attempts, failure, reason, isOk: outcome.ok ? 1 : 0, photoId })
}

/**
 * Found: done. Not found without a warning: there was nothing to find, as long as the step stays the same. Not found
 * with a warning: something went wrong, so it is tried again, a few times. Postponed: as if it had not been requested.
 * Steps that an earlier failure left out come back.
 */
function afterSuccess(
  { steps, findings }: Pick<OutcomeDependencies, 'steps' | 'findings'>,
  row: Row,
  handed: readonly StepName[],
  outcome: AnalysedOutcome,
): Progress {
  const asked = handed.filter((name) => !outcome.postponed?.includes(name))
  const isFound = (name: StepName) => findings.some((each) => each.step === name && each.isFound(outcome.findings))
  const done = keepSteps(
    steps.done(row.step_set),
    (name, fingerprint) => !isTried(fingerprint) || (row.failure === '' && !asked.some((each) => each === name)),
  )
  for (const name of asked.filter(isFound))
    done[name] = outcome.remote?.includes(name) ? REMOTE_FINGERPRINT : (steps.fingerprint(name) ?? '')
  const absent = asked.filter((name) => !isFound(name))
  if (absent.length === 0) return { done, attempts: asked.length === 0 ? row.attempts : 0 }
  const isGivenUp = outcome.warnings.length === 0 || row.attempts + 1 >= MAX_ATTEMPTS
  return isGivenUp ? { done: withTried(steps, done, absent), attempts: 0 } : { done, attempts: row.attempts + 1 }
}

const withTried = (steps: Steps, done: DoneSteps, names: readonly StepName[]): DoneSteps => ({
  ...done,
  ...Object.fromEntries(names.map((name) => [name, steps.triedWith(name)])),
})
