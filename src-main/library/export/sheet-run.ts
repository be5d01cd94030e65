import { say } from '../../contract/sentences/say.ts'
import type { Text } from '../../contract/sentences/text.ts'
import type { CutFile, FileStyle } from '../../analysis/cutting/cut-request.ts'
import { plainStyle } from '../../analysis/cutting/plain-style.ts'
import type { ContactSheetSettings } from '../../contract/library/export-settings.ts'
import type { PhotoDetail } from '../../contract/library/photo.ts'
import type { KeptFile, KeptJob } from './rows/export-rows.ts'
import type { ExportDependencies } from './export-dependencies.ts'
import type { Settled } from './export-run.ts'
import { failureReason } from './failure-reason.ts'
import { placeFile, type PlacedFile } from './files/place-file.ts'
import { liesInWatchedFolder } from './files/lies-in-watched-folder.ts'
import { heldBackReason } from './held-back.ts'
import { fillExportPattern } from './fill-export-pattern.ts'
import { fontFiles } from './plan-style.ts'
import { nameValuesOf, readPhoto, type ExportPhoto } from './read-photo.ts'
import { isTargetLost } from './target-errors.ts'
import { SheetDocument } from './contact-sheet/sheet-document.ts'
import { pixelsFor } from './contact-sheet/sheet-layout.ts'
import { hashIfReadable } from '../../base/files/hash.ts'
import type { SheetCaption } from '../../contract/library/contact-sheet.ts'

type Run = { job: KeptJob; settings: ContactSheetSettings; signal: AbortSignal; onSettled: Settled }
const PAGE = 200
const QUALITY = 88
const EXTENSION = '.pdf'
class Cancelled extends Error {}

/** One run of a contact sheet: a single file, which starts again after an interruption. */
export class SheetRun {
  readonly #run: Run
  readonly #dependencies: ExportDependencies
  /** Why it could not be written; empty if it was. */
  problem: Text | null = null

  constructor(run: Run, dependencies: ExportDependencies) {
    this.#run = run
    this.#dependencies = dependencies
  }

  async toTheEnd(): Promise<void> {
    const { job } = this.#run
    const { files } = this.#dependencies.catalog.exports.jobs
    const [first] = files.waiting(job.number, 0, 1)
    if (first === undefined) return
    try {
      if (await this.#isWrittenAlready(first)) return
      await this.#place(first)
    } catch (error) {
      if (error instanceof Cancelled) return
      const reason = failureReason(error, this.#dependencies.log)
      this.problem = reason
      if (!isTargetLost(error, job.target)) this.#settleAll({ state: 'failed', reason })
    }
  }

  async #place(first: KeptFile): Promise<void> {
    const { job, settings } = this.#run
    const { files } = this.#dependencies.catalog.exports.jobs
    const { catalog } = this.#dependencies
    const photo = await readPhoto(this.#dependencies, first.photoId)
    const values = nameValuesOf(photo, { counter: 1, photos: job.photos, album: job.album })
    const name = fillExportPattern(settings.pattern, { ...values, width: 0, height: 0 })
    let hash = ''
    const placed = await placeFile(
      {
        target: job.target,
        mark: job.id,
        collisions: first.answer === '' ? settings.collisions : first.answer,
        isOwnName: () => false,
        begin: (file) => files.begin(first.id, file, hash),
        isProtected: (path) =>
          liesInWatchedFolder(
            path,
            catalog.folders.roots().map((root) => root.path),
          ),
        numbers: new Map(),
      },
      { ...name, extension: EXTENSION },
      async (temporary) => {
        await this.#draw(temporary)
        hash = await hashIfReadable(temporary)
      },
    )
    this.#settleAll({ ...placed, hash })
  }

  /** Photos that cannot be shown keep their places, with their names. */
  async #draw(path: string): Promise<void> {
    const { job, settings } = this.#run
    const photos = this.#dependencies.catalog.exports.jobs.counts(job.number).get('waiting') ?? 0
    const document = await SheetDocument.open(path, {
      sheet: settings.sheet,
      photos,
      fontFiles: fontFiles(this.#dependencies.resourcesDir),
    })
    try {
      for (const file of this.#photos()) await this.#drawPhoto(document, file)
      await document.end()
    } catch (error) {
      await document.close()
      throw error
    }
  }

  *#photos(): Generator<KeptFile> {
    const { files } = this.#dependencies.catalog.exports.jobs
    for (let after = 0; ;) {
      const page = files.waiting(this.#run.job.number, after, PAGE)
      yield* page
      const last = page.at(-1)
      if (last === undefined) return
      after = last.id
    }
  }

  async #drawPhoto(document: SheetDocument, file: KeptFile): Promise<void> {
    if (this.#run.signal.aborted) throw new Cancelled()
    const { catalog } = this.#dependencies
    const [tile] = catalog.photos.tiles([file.photoId])
    if (tile === undefined) return this.#settle(file, 'failed', say('exports.photoGone'))
    const refusal = heldBackReason(catalog, tile, this.#run.settings)
    if (refusal !== null) return this.#settle(file, 'held-back', refusal)
    const photo = await readPhoto(this.#dependencies, file.photoId)
    const picture = await this.#cut(photo.detail, document)
    if (this.#run.signal.aborted) throw new Cancelled()
    await document.add(picture.ok ? picture : null, captionLines(this.#run.settings.sheet.captions, photo))
    if (picture.ok) this.#run.onSettled('written')
    else this.#settle(file, 'failed', picture.message)
  }

  async #cut(
    { path, turn, crop, name }: Pick<PhotoDetail, 'path' | 'turn' | 'crop' | 'name'>,
    { layout }: SheetDocument,
  ): Promise<CutPicture> {
    const pixels = pixelsFor(layout.cells[0]!, this.#run.settings.dpi)
    const files = [{ kind: 'photo' as const, size: { by: 'long-edge' as const, pixels } }]
    try {
      const [cut] = await this.#dependencies.cut(
        { path, turn: turn ?? 1, crop, files, style: styleOf(this.#run.settings.dpi) },
        this.#run.signal,
      )
      return toPicture(cut!)
    } catch (error) {
      return {
        ok: false,
        message: say('network.ofHost', { host: name, reason: failureReason(error, this.#dependencies.log) }),
      }
    }
  }

  /** True if the program ended between taking the name and noting it. */
  async #isWrittenAlready({ file, hash }: KeptFile): Promise<boolean> {
    if (hash === '' || file === '' || (await hashIfReadable(`${this.#run.job.target}/${file}`)) !== hash) return false
    this.#settleAll({ state: 'written', file, reason: null, hash })
    return true
  }

  #settle(file: KeptFile, state: 'held-back' | 'failed', reason: Text): void {
    this.#dependencies.catalog.exports.jobs.files.settle(file.id, { state, reason })
    this.#run.onSettled(state)
  }

  #settleAll(outcome: (PlacedFile & { hash: string }) | { state: 'failed'; reason: Text }): void {
    const { number, run } = this.#run.job
    const { files } = this.#dependencies.catalog.exports.jobs
    files.settleWaiting(number, { ...outcome, ...(outcome.state === 'written' ? { run } : {}) })
  }
}

type CutPicture = { ok: true; bytes: Uint8Array; width: number; height: number } | { ok: false; message: Text }

const toPicture = (cut: CutFile): CutPicture =>
  cut.ok ? { ok: true, bytes: cut.value, width: cut.width, height: cut.height } : { ok: false, message: cut.message }

/** Pictures of a sheet contain no metadata; only the captions describe its photos. */
const styleOf = (dpi: number): FileStyle => ({
  ...plainStyle('jpeg', QUALITY),
  dpi,
  sharpening: { for: 'glossy-paper', amount: 'low' },
})

const stars = (rating: number): string => (rating > 0 ? '★'.repeat(rating) : '')

const lines: Readonly<Record<SheetCaption, (photo: ExportPhoto) => string>> = {
  name: ({ detail }) => detail.name,
  rating: ({ detail }) => stars(detail.rating),
  date: ({ detail }) => (detail.takenAt ?? '').slice(0, 16).replace('T', ' '),
  title: ({ work }) => work.title.value,
}

/** The captions of a picture, a line each; empty if a photo has no value. */
const captionLines = (captions: readonly SheetCaption[], photo: ExportPhoto): string[] =>
  captions.map((caption) => lines[caption](photo))
