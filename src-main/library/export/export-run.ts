import type { Text } from '../../contract/sentences/text.ts'
import { say, several } from '../../contract/sentences/say.ts'
import type { ExportFileState } from '../../contract/library/export-job.ts'
import type { PictureSettings } from '../../contract/library/export-settings.ts'
import type { KeptFile, KeptJob } from './rows/export-rows.ts'
import type { ExportDependencies } from './export-dependencies.ts'
import { failureReason } from './failure-reason.ts'
import { heldBackReason } from './held-back.ts'
import { placeFile, type Placing } from './files/place-file.ts'
import { liesInWatchedFolder } from './files/lies-in-watched-folder.ts'
import { makeFiles, type MadeFile } from './make-files.ts'
import { fillExportPattern } from './fill-export-pattern.ts'
import { nameValuesOf, readPhoto } from './read-photo.ts'
import { isTargetLost } from './target-errors.ts'
import { hashIfReadable } from '../../base/files/hash.ts'

/** Photos processed at once: one decodes while the other encodes. */
const CONCURRENCY = 2
/** Files read from the catalogue at once. */
const PAGE = 200

/** Called with the outcome of each file. */
export type Settled = (state: ExportFileState) => void
type Outcome = { state: ExportFileState; file?: string; reason?: Text | null }
type Run = { job: KeptJob; settings: PictureSettings; signal: AbortSignal; onSettled: Settled }

/** The sentence that a run stores with files of a photo that left the library. */
const GONE = say('exports.photoGone')

/** One run of an export of pictures, from its first waiting file to its last. */
export class ExportRun {
  readonly #run: Run
  readonly #dependencies: ExportDependencies
  readonly #numbers = new Map<string, number>()
  readonly #lost = new AbortController()
  readonly #signal: AbortSignal
  /** Why every further file would fail; empty if nothing is known. */
  problem: Text | null = null

  constructor(run: Run, dependencies: ExportDependencies) {
    this.#run = run
    this.#dependencies = dependencies
    this.#signal = AbortSignal.any([run.signal, this.#lost.signal])
  }

  /**
   * Writes the waiting files until all are done, the signal is aborted or the target is lost. Never rejects for a file.
   */
  async toTheEnd(): Promise<void> {
    const photos = this.#photos()
    await Promise.all(Array.from({ length: CONCURRENCY }, () => this.#takeEach(photos)))
  }

  /** Several of these share one iterator. */
  async #takeEach(photos: Iterable<KeptFile[]>): Promise<void> {
    for (const files of photos) {
      if (this.#signal.aborted) return
      await this.#takePhoto(files)
    }
  }

  /** The waiting files, photo by photo, a page at a time. */
  *#photos(): Generator<KeptFile[]> {
    const { files } = this.#dependencies.catalog.exports.jobs
    for (let after = 0; ;) {
      const page = files.waiting(this.#run.job.number, after, PAGE)
      const isLast = page.length < PAGE
      const photos = [...Map.groupBy(page, ({ place }) => place).values()]
      if (!isLast && photos.length > 1) photos.pop() // the rest of it is on the next page
      yield* photos
      const last = photos.at(-1)?.at(-1)
      if (last === undefined || isLast) return
      after = last.id
    }
  }

  async #takePhoto(files: readonly KeptFile[]): Promise<void> {
    const left: KeptFile[] = []
    for (const file of files) if (!(await this.#isWrittenAlready(file))) left.push(file)
    const { photoId } = files[0]!
    const [tile] = this.#dependencies.catalog.photos.tiles([photoId])
    const refusal = tile === undefined ? GONE : heldBackReason(this.#dependencies.catalog, tile, this.#run.settings)
    if (refusal === null) return this.#makeAndPlace(left)
    for (const file of left) this.#settle(file, { state: refusal === GONE ? 'failed' : 'held-back', reason: refusal })
  }

  /** True if the program ended between taking the name and noting it. */
  async #isWrittenAlready(file: KeptFile): Promise<boolean> {
    if (file.hash === '' || file.file === '') return false
    const path = `${this.#run.job.target}/${file.file}`
    if ((await hashIfReadable(path)) !== file.hash) return false
    this.#settle(file, { state: 'written' })
    return true
  }

  async #makeAndPlace(files: readonly KeptFile[]): Promise<void> {
    const [first] = files
    if (first === undefined) return
    const { job, settings } = this.#run
    const { catalog } = this.#dependencies
    try {
      const photo = await readPhoto(this.#dependencies, first.photoId)
      const values = nameValuesOf(photo, { counter: first.place + 1, photos: job.photos, album: job.album })
      const moved = catalog.exports.jobs.crops(job.number, first.photoId)
      const outputs = files.map(({ output }) => output)
      const made = await makeFiles(this.#dependencies, { photo, settings, outputs, moved, values }, this.#signal)
      for (const file of files) {
        if (this.#signal.aborted) return
        const one = made.get(file.output)
        if (one instanceof Error) this.#fail(file, one)
        else if (one !== undefined) await this.#place(file, one, values)
      }
    } catch (error) {
      if (!this.#signal.aborted) for (const file of files) this.#fail(file, error)
    }
  }

  async #place(file: KeptFile, made: MadeFile, values: ReturnType<typeof nameValuesOf>): Promise<void> {
    const { width, height, extension } = made
    const name = fillExportPattern(this.#run.settings.pattern, { ...values, width, height })
    try {
      const placed = await placeFile(this.#placing(file, made.hash), { ...name, extension }, made.write)
      const ofFile = [...made.reasons, ...(made.isSmaller ? [say('exports.smaller')] : [])]
      const reasons = [
        ...(placed.reason === null ? [] : [placed.reason]),
        ...(placed.state === 'written' ? ofFile : []),
      ]
      this.#settle(file, { ...placed, reason: reasons.length === 0 ? null : several(reasons) })
    } catch (error) {
      this.#fail(file, error)
    }
  }

  #placing(file: KeptFile, hash: string): Placing {
    const { job, settings } = this.#run
    const { files } = this.#dependencies.catalog.exports.jobs
    return {
      target: job.target,
      mark: job.id,
      collisions: file.answer === '' ? settings.collisions : file.answer,
      isOwnName: (name) => files.isOwnName(job.number, name, file.id),
      begin: (name) => files.begin(file.id, name, hash),
      isProtected: (path) => liesInWatchedFolder(path, this.#roots()),
      numbers: this.#numbers,
    }
  }

  #roots(): string[] {
    return this.#dependencies.catalog.folders.roots().map(({ path }) => path)
  }

  /** An error that would hit every further file ends the run, and its file waits for the next one. */
  #fail(file: KeptFile, error: unknown): void {
    const reason = failureReason(error, this.#dependencies.log)
    if (!isTargetLost(error, this.#run.job.target)) return this.#settle(file, { state: 'failed', reason })
    this.problem = reason
    this.#lost.abort()
  }

  #settle(file: KeptFile, outcome: Outcome): void {
    const run = outcome.state === 'written' ? { run: this.#run.job.run } : {}
    this.#dependencies.catalog.exports.jobs.files.settle(file.id, { ...outcome, ...run })
    this.#run.onSettled(outcome.state)
  }
}
