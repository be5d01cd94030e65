import type { Rectangle } from '../../contract/analysis/cropping.ts'
import type { ExportProgress, ExportRequest } from '../../contract/library/export.ts'
import { isTargetLost } from './check-target.ts'
import type { ExportParts } from './export-jobs.ts'
import { exportPhoto, sizeKey, type FileOutcome, type PhotoOrder } from './export-photo.ts'
import { reasonOf, summarise, type Problem } from './failure-reasons.ts'
import { planNames, type PlannedFile } from './plan-names.ts'

/** Photos worked on at once: one decodes while the other encodes. */
const CONCURRENCY = 2

export type ExportRun = { jobId: string; request: ExportRequest; folder: string; signal: AbortSignal }
type PlannedPhoto = { photoId: number; name: string; files: PlannedFile[] }

/**
 * Begins an export. `progress` is kept up to date in place; `done` never rejects. Throws `bad-params` for an unknown
 * field of the pattern.
 */
export function runExport(run: ExportRun, parts: ExportParts): { progress: ExportProgress; done: Promise<void> } {
  const photos = planPhotos(run.request, parts)
  const progress: ExportProgress = {
    jobId: run.jobId,
    state: 'running',
    total: photos.length * run.request.sizes.length,
    written: 0,
    failures: [],
    target: run.folder,
  }
  const lost = new AbortController()
  const signal = AbortSignal.any([run.signal, lost.signal])
  const tell = (): void => parts.onProgress(structuredClone(progress))
  const queue = photos.values()
  const work = async (): Promise<void> => {
    for (const photo of queue) {
      if (signal.aborted) return
      const problems = await exportPlanned(photo, {
        run,
        parts,
        signal,
        onLost: () => lost.abort(),
        onWritten: () => (progress.written++, tell()),
      })
      if (problems.length === 0) continue
      progress.failures.push({
        photoId: photo.photoId,
        name: photo.name,
        reason: summarise(problems, run.request.sizes.length),
      })
      tell()
    }
  }
  const done = Promise.all(Array.from({ length: CONCURRENCY }, work)).then(() => {
    progress.state = finalState(progress, run.signal.aborted, lost.signal.aborted)
    tell()
  })
  return { progress, done }
}

/** Every photo once, in the order asked for; one that is not in the library has no files. */
function planPhotos(request: ExportRequest, { catalog }: ExportParts): PlannedPhoto[] {
  const photoIds = [...new Set(request.photoIds)]
  const tiles = catalog.photos.tiles(photoIds)
  const photos = new Map<number, PlannedPhoto>(
    photoIds.map((photoId) => [photoId, { photoId, name: `Photo ${photoId}`, files: [] }]),
  )
  for (const { id, name } of tiles) photos.get(id)!.name = name
  for (const file of planNames(tiles, request.sizes, request.pattern, request.format))
    photos.get(file.photoId)!.files.push(file)
  return [...photos.values()]
}

type Worker = { run: ExportRun; parts: ExportParts; signal: AbortSignal; onLost(): void; onWritten(): void }

/** Exports one photo and returns what went wrong; never rejects. */
async function exportPlanned(
  { photoId, files }: PlannedPhoto,
  { run, parts, signal, onLost, onWritten }: Worker,
): Promise<Problem[]> {
  if (files.length === 0) return [{ size: null, reason: 'This photo is no longer in the library.' }]
  const problems: Problem[] = []
  const note = (size: string | null, error: unknown): void => {
    problems.push({ size, reason: reasonOf(error, parts.log) })
    if (isTargetLost(error, run.folder)) onLost()
  }
  const report = (outcome: FileOutcome): void =>
    'path' in outcome ? onWritten() : note(sizeKey(outcome.file.size), outcome.error)
  try {
    await exportPhoto(orderFor(photoId, files, run, parts), parts, signal, report)
  } catch (error) {
    note(null, error)
  }
  return problems
}

function orderFor(
  photoId: number,
  files: PlannedFile[],
  { request, folder }: ExportRun,
  { catalog }: ExportParts,
): PhotoOrder {
  const own = request.crops.filter((crop) => crop.photoId === photoId)
  const chosen = new Map<string, Rectangle>(own.map(({ size, crop }) => [sizeKey(size), crop]))
  const { format, quality } = request
  return {
    detail: catalog.photos.detail(photoId),
    cues: catalog.analysis.saliencyFeatures(photoId),
    chosen,
    files,
    folder,
    format,
    quality,
  }
}

/** Failed only where the target was lost or nothing at all could be written. */
function finalState(
  { written, total, failures }: ExportProgress,
  isCancelled: boolean,
  isLost: boolean,
): ExportProgress['state'] {
  if (isLost) return 'failed'
  if (isCancelled && written < total) return 'cancelled'
  return written === 0 && failures.length > 0 ? 'failed' : 'done'
}
