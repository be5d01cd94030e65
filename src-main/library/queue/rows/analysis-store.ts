import type {
  AnalysedOutcome,
  Findings,
  KnownFindings,
  SaliencyFeatures,
  StepName,
  StoredOutcome,
} from '../../../analysis/photo/findings.ts'
import type { PhotoStatus } from '../../../contract/library/photo.ts'
import { REMOTE_FINGERPRINT, type StepState } from '../../../engines/analysis-engine.ts'
import { turnSize } from '../../../base/formats/exif/turn-box.ts'
import { keepText } from '../../catalog/codecs/kept-text.ts'
import { photoStatus } from '../../catalog/codecs/numbered.ts'
import { readColorVectors } from './findings/colors.ts'
import { readFeatures, saliencyFeaturesOf } from './findings/croppings.ts'
import { embeddingModels, embeddingReader, readEmbeddings, sampleEmbeddings } from './findings/embedding.ts'
import { readTextImageVectors } from './findings/text-image.ts'
import { facesOf } from './findings/faces.ts'
import type { Context } from '../../catalog/context/context.ts'
import { renewDenormalisedRow } from '../../catalog/denormalised/denormalised-rows.ts'
import { turnOf } from '../../photos/rows/turns/turn-of.ts'
import { forgetAnswers } from '../../remote/rows/create-remote-memory.ts'
import type { AnalysisSource, Finding, PhotoValues } from './findings/finding.ts'
import { isTried, keepSteps, type DoneSteps } from './steps/done-steps.ts'
import type { Steps } from './steps/steps.ts'
import { countStarved, makePending, retry, retryFailed, retryStarved } from './analyse-again.ts'
import {
  countLate,
  countWithoutPicture,
  hasLate,
  hasPending,
  takePending,
  takeWithoutPicture,
  type PendingOptions,
  type PendingPhoto,
  type WithoutPictureOptions,
} from './take-pending.ts'
import { join } from 'node:path'
import type { Db } from '../../../base/sqlite/connect.ts'
import { createPathOf } from '../../folders/rows/create-path-of.ts'

export type StatusCounts = Record<PhotoStatus, number>

export type AnalysisStore = {
  /**
   * Sets how each step is done now; photos with an older result get that step pending. Returns the number of affected
   * photos. In a large library `tellDueSteps` updates most of them.
   */
  setSteps(steps: readonly StepState[]): number
  /** Whether some photos' pending steps are not updated yet. */
  hasDueSteps(): boolean
  /** Updates some: a short transaction. */
  tellDueSteps(): void
  /**
   * Photos with something to do whose file can be read now: `first` (ids on screen) and the frames of their stacks, then
   * the newest, then what follows later; `busy` are left out.
   */
  takePending(limit: number, options: PendingOptions): PendingPhoto[]
  /** Photos without a picture whose file can be read now, for the preview step alone; `first`, then the newest. */
  takeWithoutPicture(limit: number, options: WithoutPictureOptions): PendingPhoto[]
  /** Their number without `except`, and of `among` alone if given; counting ends at `max`. */
  countWithoutPicture(max: number, except: ReadonlySet<number>, among?: readonly number[]): number
  /** Photos with a pending step. */
  countPending(step: StepName): number
  /** True if a photo whose file can be read now has a pending step other than these. */
  hasPending(waiting: readonly StepName[]): boolean
  /** Photos that are analysed but for steps that follow later. */
  countLate(): number
  /** True if one of them could be continued now: a frame of a stack, or any if nothing else is to do. */
  hasLate(isIdle: boolean): boolean
  /** What earlier runs found on the file of a photo, without what these steps are about to find. */
  known(photoId: number, steps: readonly StepName[]): KnownFindings
  /**
   * One transaction. Engine tags the person removed stay removed; a failure keeps earlier findings and sets status and
   * reason.
   */
  saveOutcome(photoId: number, steps: readonly StepName[], outcome: StoredOutcome, source?: AnalysisSource): void
  /** Counts a crash of the compute process on this photo and returns the count so far. */
  noteCrash(photoId: number): number
  makePending(ids: readonly number[], steps?: readonly StepName[]): void
  /** Photos whose file was not permitted or only in a cloud at their analysis. */
  outOfReach(): { id: number; path: string }[]
  /** These photos, which failed, become pending again; their metadata is read again too. */
  retry(ids: readonly number[]): void
  /** Failed photos become pending again; returns their ids. */
  retryFailed(): number[]
  /** The number of photos that failed for lack of memory or time. */
  countStarved(): number
  /** Photos that failed for lack of memory or time become pending again. */
  retryStarved(): void
  counts(): StatusCounts & { total: number }
  saliencyFeatures(id: number): SaliencyFeatures | null
  /** Every embedding of one model, for building an index. */
  embeddings(modelId: string): Iterable<{ id: number; vector: Float32Array }>
  /** Reads the embedding of a photo by one model; undefined if there is none. */
  embeddingReader(modelId: string): (photoId: number) => Float32Array | undefined
  /** At most `limit` embeddings of one model, spread evenly over the library. */
  embeddingSample(modelId: string, limit: number): Float32Array[]
  colorVectors(): Iterable<{ id: number; vector: Float32Array }>
  embeddingModels(): string[]
  /** Every vector of a text-image pair. */
  textImageVectors(pair: string): Iterable<{ id: number; vector: Float32Array }>
  /** Data about files with embeddings beside the catalogue. */
  readonly codeFiles: CodeFiles
}

type Dependencies = OutcomeDependencies & { countByStatus: () => StatusCounts }

/** The queue of pending photos and what analysis found. */
export function createAnalysisStore(context: Dependencies): AnalysisStore {
  const { db, steps, countByStatus } = context
  const countCrash = db
    .prepare<[number], number>('UPDATE photos SET crashes = crashes + 1 WHERE id = ? RETURNING crashes')
    .pluck()
  return {
    setSteps: (states) => steps.set(states),
    hasDueSteps: () => steps.hasDue,
    tellDueSteps: () => steps.applySome(),
    takePending: (limit, options) => takePending(context, limit, options),
    takeWithoutPicture: (limit, options) => takeWithoutPicture(context, limit, options),
    countWithoutPicture: (max, except, among) => countWithoutPicture(context, max, except, among),
    saveOutcome: (photoId, asked, outcome, source) => saveOutcome(context, photoId, asked, outcome, source),
    hasPending: (waiting) => hasPending(context, waiting),
    countLate: () => countLate(context),
    hasLate: (isIdle) => hasLate(context, isIdle),
    known: (photoId, asked) => knownFindings(context, photoId, asked),
    countPending: (step) =>
      db
        .prepare<[number], number>(
          `SELECT count(*) FROM photos WHERE status = ${photoStatus.number.pending} AND pending & ? <> 0`,
        )
        .pluck()
        .get(steps.mask([step])) ?? 0,
    noteCrash: (photoId) => countCrash.get(photoId) ?? 0,
    makePending: (ids, names) => makePending(context, ids, names),
    outOfReach: () => listOutOfReach(db),
    retry: (ids) => retry(context, ids),
    retryFailed: () => retryFailed(context),
    countStarved: () => countStarved(context),
    retryStarved: () => retryStarved(context),
    counts: () => {
      const counts = countByStatus()
      return { total: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts }
    },
    saliencyFeatures: (id) => saliencyFeaturesOf(db, id),
    embeddings: (modelId) => readEmbeddings(db, modelId),
    embeddingReader: (modelId) => embeddingReader(db, modelId),
    embeddingSample: (modelId, limit) => sampleEmbeddings(db, modelId, limit),
    colorVectors: () => readColorVectors(db),
    embeddingModels: () => embeddingModels(db),
    textImageVectors: (pair) => readTextImageVectors(db, pair),
    codeFiles: createCodeFiles(db),
  }
}

type OutcomeDependencies = Context & { steps: Steps; findings: readonly Finding[] }
type StepsRow = { step_set: number; pending: number; later: number; attempts: number; failure: string }
type Progress = { done: DoneSteps; attempts: number }

/** After this many warnings without a finding a step is left alone. */
const MAX_ATTEMPTS = 3

/**
 * Saves the outcome of one analysis. A photo that was removed in the meantime is no error; an outcome for a file that
 * has changed since is saved, but its steps stay pending.
 */
function saveOutcome(
  context: OutcomeDependencies,
  photoId: number,
  asked: readonly StepName[],
  outcome: StoredOutcome,
  source = sourceOf(outcome),
) {
  const isOutdated = context.inFlight.takeBack(photoId)
  const isKept = context.write(() => {
    const row = context.db
      .prepare<[number], StepsRow>('SELECT step_set, pending, later, attempts, failure FROM photos WHERE id = ?')
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
  row: StepsRow,
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
  row: StepsRow,
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

/** A step that was tried in vain found nothing that others could read. */
function knownFindings({ db, steps }: Dependencies, photoId: number, asked: readonly StepName[]): KnownFindings {
  const setId = db.prepare<[number], number>('SELECT step_set FROM photos WHERE id = ?').pluck().get(photoId)
  const done = setId === undefined ? {} : steps.done(setId)
  const isKnown = (name: StepName) => !asked.includes(name) && done[name] !== undefined && !isTried(done[name])
  const saliencyFeatures = isKnown('croppings') ? readFeatures(db, photoId) : null
  return { ...(isKnown('faces') && { faces: facesOf(db, photoId) }), ...(saliencyFeatures && { saliencyFeatures }) }
}

type Row = { id: number; folderId: number; name: string }

/** Photos that failed because their file was not permitted or only in a cloud. They come first in an index. */
function listOutOfReach(db: Db): { id: number; path: string }[] {
  const pathOf = createPathOf({ db })
  return db
    .prepare<[], Row>(
      `SELECT p.id, f.folder_id AS folderId, f.name FROM photos p CROSS JOIN files f ON f.photo_id = p.id AND f.is_main = 1
       WHERE p.failure IN ('file-forbidden', 'file-in-cloud') AND p.pending = 0`,
    )
    .all()
    .map(({ id, folderId, name }) => ({ id, path: join(pathOf(folderId), name) }))
}

/** The files beside the catalogue with its embeddings, their state, and the changes since. */
type CodeFiles = {
  /** How many embeddings there are of a model. */
  count(model: string): number
  /** Notes that a file of the present state is about to be written: from now on, changes are logged. */
  begin(model: string, token: string): void
  /**
   * The file is in place: earlier ones of the model are forgotten, and log entries that every file contains are
   * deleted.
   */
  settle(model: string, token: string): void
  /** Tokens of a model's files, the newest first: the last noted one may never have been completed. */
  tokens(model: string): string[]
  /** Photos whose embeddings changed since a file's state, each once. */
  changedSince(token: string): number[]
}

const MODELS_IN_USE =
  'SELECT model FROM embedding_models m WHERE EXISTS (SELECT 1 FROM embeddings e WHERE e.model_id = m.id)'

function createCodeFiles(db: Db): CodeFiles {
  const settle = db.transaction((model: string, token: string) => {
    db.prepare('DELETE FROM code_files WHERE model = ? AND token <> ?').run(model, token)
    db.prepare(`DELETE FROM code_files WHERE model NOT IN (${MODELS_IN_USE})`).run()
    db.exec('DELETE FROM embedding_log WHERE seq <= (SELECT min(through) FROM code_files)')
  })
  return {
    count: (model) =>
      db
        .prepare<[string], number>(
          'SELECT count(*) FROM embeddings WHERE model_id = (SELECT id FROM embedding_models WHERE model = ?)',
        )
        .pluck()
        .get(model) ?? 0,
    begin(model, token) {
      db.prepare(
        `INSERT INTO code_files (token, model, through)
         SELECT ?, ?, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'embedding_log'), 0)`,
      ).run(token, model)
    },
    settle,
    tokens: (model) =>
      db
        .prepare<[string], string>('SELECT token FROM code_files WHERE model = ? ORDER BY rowid DESC')
        .pluck()
        .all(model),
    changedSince: (token) =>
      db
        .prepare<[string], number>(
          'SELECT DISTINCT photo FROM embedding_log WHERE seq > (SELECT through FROM code_files WHERE token = ?)',
        )
        .pluck()
        .all(token),
  }
}
