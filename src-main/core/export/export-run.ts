import type { ExportProgress, ExportRequest } from '../../contract/library/export.ts'
import type { ExportDependencies } from './export-dependencies.ts'
import { exportPhoto, sizeKey, type FileOutcome, type PhotoOrder } from './export-photo.ts'
import { reasonOf, summarise, type Problem } from './failure-reasons.ts'
import { planPhotos, type PlannedPhoto } from './plan-photos.ts'
import { isTargetLost } from './target-errors.ts'

/** Photos worked on at once: one decodes while the other encodes. */
const CONCURRENCY = 2

export type ExportOrder = { jobId: string; request: ExportRequest; folder: string; signal: AbortSignal }

/** One export from its first photo to its last. */
export class ExportRun {
  readonly #order: ExportOrder
  readonly #dependencies: ExportDependencies
  readonly #photos: PlannedPhoto[]
  readonly #progress: ExportProgress
  readonly #targetLost = new AbortController()
  readonly #signal: AbortSignal

  /** Plans the files; nothing is written before `start`. Throws `bad-params` for an unknown field of the pattern. */
  constructor(order: ExportOrder, dependencies: ExportDependencies) {
    this.#order = order
    this.#dependencies = dependencies
    this.#photos = planPhotos(order.request, dependencies.catalog.photos)
    this.#signal = AbortSignal.any([order.signal, this.#targetLost.signal])
    this.#progress = {
      jobId: order.jobId,
      state: 'running',
      total: this.#photos.length * order.request.sizes.length,
      written: 0,
      failures: [],
      target: order.folder,
    }
  }

  get isRunning(): boolean {
    return this.#progress.state === 'running'
  }

  /** A copy. */
  get progress(): ExportProgress {
    return structuredClone(this.#progress)
  }

  /** Writes all files; never rejects. */
  async start(): Promise<void> {
    const waiting = this.#photos.values()
    await Promise.all(Array.from({ length: CONCURRENCY }, () => this.#exportEach(waiting)))
    this.#progress.state = this.#finalState()
    this.#publish()
  }

  /** Several of these share one iterator. */
  async #exportEach(photos: Iterable<PlannedPhoto>): Promise<void> {
    for (const photo of photos) {
      if (this.#signal.aborted) return
      const problems = await this.#exportOne(photo)
      if (problems.length > 0) this.#addFailure(photo, problems)
    }
  }

  /** Exports one photo and returns what went wrong; never rejects. */
  async #exportOne({ photoId, files }: PlannedPhoto): Promise<Problem[]> {
    if (files.length === 0) return [{ size: null, reason: 'This photo is no longer in the library.' }]
    const problems: Problem[] = []
    const report = (outcome: FileOutcome): void => {
      if ('path' in outcome) this.#countWritten()
      else problems.push(this.#problemOf(sizeKey(outcome.file.size), outcome.error))
    }
    try {
      await exportPhoto(this.#orderFor(photoId, files), this.#dependencies, this.#signal, report)
    } catch (error) {
      problems.push(this.#problemOf(null, error))
    }
    return problems
  }

  #orderFor(photoId: number, files: PhotoOrder['files']): PhotoOrder {
    const { jobId, request, folder } = this.#order
    const { catalog } = this.#dependencies
    const own = request.crops.filter((crop) => crop.photoId === photoId)
    return {
      detail: catalog.photos.detail(photoId),
      features: catalog.analysis.saliencyFeatures(photoId),
      chosen: new Map(own.map(({ size, crop }) => [sizeKey(size), crop])),
      files,
      jobId,
      folder,
      format: request.format,
      quality: request.quality,
    }
  }

  /** Words an error; one that every further file would meet as well ends the export. */
  #problemOf(size: string | null, error: unknown): Problem {
    if (isTargetLost(error, this.#order.folder)) this.#targetLost.abort()
    return { size, reason: reasonOf(error, this.#dependencies.log) }
  }

  #countWritten(): void {
    this.#progress.written += 1
    this.#publish()
  }

  #addFailure({ photoId, name }: PlannedPhoto, problems: Problem[]): void {
    const reason = summarise(problems, this.#order.request.sizes.length)
    this.#progress.failures.push({ photoId, name, reason })
    this.#publish()
  }

  #publish(): void {
    this.#dependencies.onProgress(this.progress)
  }

  /** Failed only where the target was lost or nothing at all could be written. */
  #finalState(): ExportProgress['state'] {
    const { written, total, failures } = this.#progress
    if (this.#targetLost.signal.aborted) return 'failed'
    if (this.#order.signal.aborted && written < total) return 'cancelled'
    return written === 0 && failures.length > 0 ? 'failed' : 'done'
  }
}
