import type { Findings } from '../../analysis/photo/findings.ts'
import type { AnalysisEngine } from '../../engines/engine.ts'
import type { Catalog, PendingPhoto } from '../catalog/catalog.ts'

export type ProcessParts = {
  catalog: Pick<Catalog, 'analysis' | 'photos'>
  engine: Pick<AnalysisEngine, 'analyse'>
  /** Takes up vectors; an index can always be rebuilt from the catalogue. */
  index(id: number, findings: Findings): void
  /** Looks at the file again; afterwards a file that is gone is marked so in the catalogue. */
  recheck(path: string): Promise<void>
  changed(ids: readonly number[]): void
  /** The library was closed without waiting any longer: what comes now is dropped, and the photo stays pending. */
  isOver(): boolean
}

/**
 * What became of a photo that was handed to the engine. `again` leaves it pending: its process died, which may not be
 * its fault; `waiting` too: a service could not be asked for all of it.
 */
export type Processed = 'analysed' | 'failed' | 'gone' | 'again' | 'waiting'

/** So often may a photo's process die before the photo counts as the reason. */
const MAX_CRASHES = 2

/** Sends one photo through the engine and keeps what came of it. */
export async function processPhoto(photo: PendingPhoto, parts: ProcessParts): Promise<Processed> {
  const { catalog, engine, changed } = parts
  const outcome = await engine.analyse({ path: photo.path, steps: photo.steps })
  if (parts.isOver()) return 'gone'
  if (!catalog.photos.exists(photo.id)) return 'gone' // Its folder was taken out meanwhile.
  if (!outcome.ok && outcome.code === 'crashed' && catalog.analysis.noteCrash(photo.id) < MAX_CRASHES) return 'again'
  if (!outcome.ok && outcome.code === 'file-missing' && (await isGone(photo, parts))) return 'gone'
  catalog.analysis.saveOutcome(photo.id, photo.steps, outcome)
  if (outcome.ok) parts.index(photo.id, outcome.findings)
  changed([photo.id])
  if (outcome.ok && outcome.postponed && outcome.postponed.length > 0) return 'waiting'
  return outcome.ok ? 'analysed' : 'failed'
}

async function isGone({ id, path }: PendingPhoto, { catalog, recheck }: ProcessParts): Promise<boolean> {
  await recheck(path)
  return catalog.photos.tiles([id])[0]?.status !== 'pending'
}
