import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { stat } from 'node:fs/promises'
import { stackOf } from '../../contract/errors.ts'
import type { AnalysisOutcome, FailedOutcome, Findings, BlockedBy } from '../../analysis/photo/findings.ts'
import type { AnalysisEngine } from '../../engines/analysis-engine.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { PendingPhoto } from './rows/take-pending.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Log } from '../host/log.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { isFileInCloud } from '../ingest/places/cloud-files.ts'
import { describeStorageFault, isStorageFault } from './storage-fault.ts'

export type ProcessPhotoDependencies = {
  catalog: Pick<Catalog, 'analysis' | 'files' | 'photos' | 'pairs'>
  engine: Pick<AnalysisEngine, 'analyse'>
  /** Adds findings to the indexes; an index can always be rebuilt from the catalogue. */
  index(id: number, findings: Findings): void
  hub: Pick<EventHub, 'photosChanged'>
  /** Checks a file again; a missing one is then marked so in the catalogue. */
  ingest: Pick<Ingest, 'recheck'>
  /** Whether the file at the photo's path is still the photo's; called after reading. */
  isUnchanged(photo: Pick<PendingPhoto, 'path' | 'fileKey' | 'bytes' | 'modifiedMs' | 'changedMs'>): Promise<boolean>
  /** The library was closed without waiting any longer: later results are dropped, and the photo stays pending. */
  isOver(): boolean
  log: Log
}

/**
 * The result for a photo that was handed to the engine. `again` leaves it pending: its process died, which may not be
 * its fault. So does `waiting`: a service could not be asked for all of it; and `replaced`: another file took the
 * place.
 */
export type Processed = 'analysed' | 'failed' | 'gone' | 'again' | 'waiting' | 'replaced'

/** Something other than the photo prevented its analysis, so that it stays pending: the sentence gives the reason. */
export type Delayed = {
  by: BlockedBy | 'library'
  reason: Text
  /** The error if the library could not be written. */
  error?: unknown
}

/** A photo is blamed after its process has crashed this many times. */
const MAX_CRASHES = 2

/** Opening such a file would download it: the person decides that. */
const inCloud: AnalysisOutcome = {
  ok: false,
  code: 'file-in-cloud',
  reason: say('photos.inCloud'),
}

/** Sends one photo through the engine and saves the result. Never rejects. */
export async function processPhoto(
  photo: PendingPhoto,
  dependencies: ProcessPhotoDependencies,
): Promise<Processed | Delayed> {
  try {
    return await analyseAndSave(photo, dependencies)
  } catch (error) {
    if (dependencies.isOver()) return 'gone'
    return isStorageFault(error) ? delayedBySaving(error) : saveFault(photo, error, dependencies)
  }
}

async function analyseAndSave(
  photo: PendingPhoto,
  dependencies: ProcessPhotoDependencies,
): Promise<Processed | Delayed> {
  const { catalog, engine, hub } = dependencies
  const outcome = (await isFileInCloud(photo.path))
    ? inCloud
    : await engine.analyse({ path: photo.path, steps: photo.steps, ...knownOf(photo, dependencies) })
  if (dependencies.isOver()) return 'gone'
  if (!catalog.photos.exists(photo.id)) return 'gone' // Its folder left the library in the meantime.
  if (!outcome.ok && outcome.code === 'blocked') return outcome
  if (await isReplaced(photo, outcome, dependencies)) return 'replaced'
  if (outcome.ok) {
    catalog.analysis.saveOutcome(photo.id, photo.steps, outcome)
    dependencies.index(photo.id, outcome.findings)
    hub.photosChanged([photo.id])
    await hashOtherFiles(photo.id, dependencies)
    return outcome.postponed && outcome.postponed.length > 0 ? 'waiting' : 'analysed'
  }
  if (outcome.code === 'crashed' && catalog.analysis.noteCrash(photo.id) < MAX_CRASHES) return 'again'
  if (outcome.code === 'file-missing') {
    if (await isGone(photo, dependencies)) return 'gone'
    if (isElsewhere(photo, dependencies)) return 'replaced'
    // It was away for a moment: its drive was unplugged, or another program replaced its file.
    if (await isThere(photo.path)) return { by: 'file', reason: outcome.reason }
  }
  saveFailure(photo, outcome, dependencies)
  return 'failed'
}

/** Only what follows later reads what earlier runs found. */
const knownOf = ({ id, steps, isLate }: PendingPhoto, { catalog }: ProcessPhotoDependencies) =>
  isLate ? { known: catalog.analysis.known(id, steps) } : {}

/** Whether the result is about a file that has taken the photo's place. */
async function isReplaced(
  photo: PendingPhoto,
  outcome: AnalysisOutcome,
  { isUnchanged, ingest }: ProcessPhotoDependencies,
): Promise<boolean> {
  if ((!outcome.ok && outcome.code === 'file-missing') || (await isUnchanged(photo))) return false
  await ingest.recheck(photo.path)
  return true
}

/** Files other than the main file are not analysed; their hashes identify them and show damage. */
async function hashOtherFiles(
  id: number,
  { catalog, engine, isUnchanged, isOver }: ProcessPhotoDependencies,
): Promise<void> {
  for (const file of catalog.pairs.unhashed(id)) {
    const { fileId, path } = file
    const outcome = (await isFileInCloud(path)) ? inCloud : await engine.analyse({ path, steps: ['hash'] })
    const isItself = await isUnchanged(file)
    if (isOver()) return
    const { contentHash, imageHash } = ('findings' in outcome ? outcome.findings : undefined) ?? {}
    if (isItself && contentHash !== undefined && imageHash !== undefined)
      catalog.pairs.saveHashes(fileId, { contentHash, imageHash })
  }
}

/** Marks the photo as done, with the reason why nothing is known of it. */
export function saveFailure(
  { id, steps }: PendingPhoto,
  outcome: FailedOutcome,
  { catalog, hub }: Pick<ProcessPhotoDependencies, 'catalog' | 'hub'>,
): void {
  catalog.analysis.saveOutcome(id, steps, outcome)
  hub.photosChanged([id])
}

const delayedBySaving = (error: unknown): Delayed => ({ by: 'library', reason: describeStorageFault(error), error })

async function isGone({ id, path }: PendingPhoto, { catalog, ingest }: ProcessPhotoDependencies): Promise<boolean> {
  await ingest.recheck(path)
  return catalog.photos.tiles([id])[0]?.status !== 'pending'
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Its folder was renamed in the meantime. */
const isElsewhere = (photo: PendingPhoto, { catalog }: ProcessPhotoDependencies): boolean =>
  catalog.files.pathOf(photo.id) !== photo.path

/** No error of a photo rejects: this is a fault of the program, and the photo must not come again and again. */
function saveFault(photo: PendingPhoto, fault: unknown, dependencies: ProcessPhotoDependencies): Processed | Delayed {
  const { catalog, log } = dependencies
  log.error('A photo could not be processed', { path: photo.path, error: stackOf(fault) })
  const reason = say('photos.unexpected')
  try {
    if (catalog.photos.exists(photo.id)) saveFailure(photo, { ok: false, code: 'crashed', reason }, dependencies)
    return 'failed'
  } catch (error) {
    return delayedBySaving(error)
  }
}
