import { isDiskFull, stackOf } from '../../contract/errors.ts'
import type { AnalysisOutcome, Findings } from '../../analysis/photo/findings.ts'
import type { AnalysisEngine } from '../../engines/engine.ts'
import type { Catalog, PendingPhoto } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'
import { isFileInCloud } from '../ingest/places/cloud-files.ts'

export type ProcessPhotoDependencies = {
  catalog: Pick<Catalog, 'analysis' | 'photos'>
  engine: Pick<AnalysisEngine, 'analyse'>
  /** Adds what was found to the indexes; an index can always be rebuilt from the catalogue. */
  index(id: number, findings: Findings): void
  /** Looks at the file again; afterwards a file that is gone is marked so in the catalogue. */
  recheck(path: string): Promise<void>
  changed(ids: readonly number[]): void
  /** The library was closed without waiting any longer: what comes now is dropped, and the photo stays pending. */
  isOver(): boolean
  log: Log
}

/**
 * What became of a photo that was handed to the engine. `again` leaves it pending: its process died, which may not be
 * its fault; `waiting` too: a service could not be asked for all of it.
 */
export type Processed = 'analysed' | 'failed' | 'gone' | 'again' | 'waiting'

/** Nothing can be saved at present; the photo stays pending. */
export type NotSaved = { saveError: unknown }

/** So often may a photo's process die before the photo counts as the reason. */
const MAX_CRASHES = 2

/** Opening such a file would download it: that is for the person to decide. */
const inCloud: AnalysisOutcome = {
  ok: false,
  code: 'file-in-cloud',
  reason: 'The file is in a cloud and not on this machine. Download it, and it is analysed.',
}

/** Sends one photo through the engine and saves what came of it. Never rejects. */
export async function processPhoto(
  photo: PendingPhoto,
  dependencies: ProcessPhotoDependencies,
): Promise<Processed | NotSaved> {
  try {
    return await analyseAndSave(photo, dependencies)
  } catch (error) {
    if (dependencies.isOver()) return 'gone'
    // A full disk is not the photo's fault.
    return isDiskFull(error) ? { saveError: error } : saveFault(photo, error, dependencies)
  }
}

async function analyseAndSave(photo: PendingPhoto, dependencies: ProcessPhotoDependencies): Promise<Processed> {
  const { catalog, engine, changed } = dependencies
  const outcome = (await isFileInCloud(photo.path))
    ? inCloud
    : await engine.analyse({ path: photo.path, steps: photo.steps })
  if (dependencies.isOver()) return 'gone'
  if (!catalog.photos.exists(photo.id)) return 'gone' // Its folder left the library meanwhile.
  if (!outcome.ok && outcome.code === 'crashed' && catalog.analysis.noteCrash(photo.id) < MAX_CRASHES) return 'again'
  if (!outcome.ok && outcome.code === 'file-missing' && (await isGone(photo, dependencies))) return 'gone'
  catalog.analysis.saveOutcome(photo.id, photo.steps, outcome)
  if (outcome.ok) dependencies.index(photo.id, outcome.findings)
  changed([photo.id])
  if (outcome.ok && outcome.postponed && outcome.postponed.length > 0) return 'waiting'
  return outcome.ok ? 'analysed' : 'failed'
}

async function isGone({ id, path }: PendingPhoto, { catalog, recheck }: ProcessPhotoDependencies): Promise<boolean> {
  await recheck(path)
  return catalog.photos.tiles([id])[0]?.status !== 'pending'
}

/** Nothing about a photo rejects: this is a fault of the program, and the photo must not come again and again. */
function saveFault(photo: PendingPhoto, fault: unknown, dependencies: ProcessPhotoDependencies): Processed | NotSaved {
  const { catalog, log } = dependencies
  log.error('A photo could not be processed', { path: photo.path, error: stackOf(fault) })
  const reason = 'An unexpected error stopped the analysis. Details are in the log.'
  try {
    if (catalog.photos.exists(photo.id))
      catalog.analysis.saveOutcome(photo.id, photo.steps, { ok: false, code: 'crashed', reason })
    return 'failed'
  } catch (saveError) {
    return { saveError }
  }
}
