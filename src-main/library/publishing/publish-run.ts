import { settingsInKey } from './settings-in-key.ts'
import type { Text } from '../../contract/sentences/text.ts'
import { say, several } from '../../contract/sentences/say.ts'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { PictureSettings } from '../../contract/library/export-settings.ts'
import type { KeptPublishFolder, PublishedFile, Catalog } from '../catalog/catalog.ts'
import type { ExportDependencies } from '../export/export-dependencies.ts'
import { failureReason } from '../export/failure-reason.ts'
import { placeFile } from '../export/files/place-file.ts'
import { removeWritten } from '../export/files/remove-written.ts'
import { removeParts } from '../export/files/running-exports.ts'
import { heldBackReason } from '../export/held-back.ts'
import { makeFiles, type MadeFile } from '../export/make-files.ts'
import { fillExportPattern } from '../export/fill-export-pattern.ts'
import { type ExportPhoto, nameValuesOf, readPhoto } from '../export/read-photo.ts'
import { idsOf } from '../export/resolve-source.ts'
import { isTargetLost } from '../export/target-errors.ts'
import { hashIfReadable } from '../../base/files/hash.ts'
import { createHash } from 'node:crypto'

export type PublishDependencies = Pick<
  ExportDependencies,
  'catalog' | 'cut' | 'readDisclosures' | 'readMetadata' | 'suggest' | 'resourcesDir' | 'log'
>

const PAGE = 500
/** Settings have fewer outputs. */
const NO_OUTPUT = 1000
const CHANGED = say('publishing.changed')
const noCrops: ReadonlyMap<string, never> = new Map<string, never>()

/** One run over a folder: new and changed photos are written, and files of photos that left are deleted. */
export class PublishRun {
  readonly #folder: KeptPublishFolder
  readonly #settings: PictureSettings
  readonly #dependencies: PublishDependencies
  readonly #signal: AbortSignal
  readonly #numbers = new Map<string, number>()

  /** Throws `bad-params` for settings of a contact sheet. */
  constructor(folder: KeptPublishFolder, dependencies: PublishDependencies, signal: AbortSignal) {
    if (folder.settings.kind !== 'pictures') throw new AppError('bad-params', say('publishing.noSheets'))
    this.#folder = folder
    this.#settings = folder.settings
    this.#dependencies = dependencies
    this.#signal = signal
  }

  /** Rejects if the target is lost during the run; a file that fails is noted. */
  async toTheEnd(): Promise<void> {
    const { catalog } = this.#dependencies
    await removeParts({ jobId: this.#mark, folder: this.#folder.target })
    const ids = await idsOf(catalog, this.#folder.source)
    const wanted = new Set(ids)
    await this.#removeOthers(wanted)
    for (const [index, id] of ids.entries()) {
      if (this.#signal.aborted) return
      await this.#publish(id, index + 1, ids.length)
    }
  }

  get #store() {
    return this.#dependencies.catalog.exports.publishing
  }

  get #mark(): string {
    return `publish-${this.#folder.id}`
  }

  /** Deletes files of photos that left, and of outputs that the settings no longer have. */
  async #removeOthers(wanted: ReadonlySet<number>): Promise<void> {
    for (let after = 0; !this.#signal.aborted;) {
      const files = this.#store.files(this.#folder.id, after, PAGE)
      const last = files.at(-1)
      if (last === undefined) return
      after = last.id
      for (const file of files)
        if (!wanted.has(file.photoId) || file.output >= this.#settings.outputs.length) await this.#remove(file)
    }
  }

  async #remove(file: PublishedFile): Promise<void> {
    if (file.file === '') return this.#store.drop(file.id)
    const { changed, failed } = await removeWritten(this.#folder.target, [file])
    if (failed.length > 0) await this.#requireTarget()
    if (changed.length > 0) this.#store.put(this.#folder.id, { ...file, note: CHANGED })
    else if (failed.length > 0) this.#store.put(this.#folder.id, { ...file, note: say('publishing.notRemoved') })
    else this.#store.drop(file.id)
  }

  async #publish(photoId: number, counter: number, photos: number): Promise<void> {
    const { catalog } = this.#dependencies
    const [tile] = catalog.photos.tiles([photoId])
    if (tile === undefined) return
    const present = new Map(this.#store.filesOf(this.#folder.id, photoId).map((file) => [file.output, file]))
    const refusal = heldBackReason(catalog, tile, this.#settings)
    if (refusal !== null) return this.#holdBack(photoId, present, refusal)
    const photo = await readPhoto(this.#dependencies, photoId)
    const stamps = this.#settings.outputs.map((_, output) =>
      contentKeyOf(catalog.exports.pins, photo, this.#settings, output),
    )
    const due: number[] = []
    for (const [output, stamp] of stamps.entries())
      if (!(await this.#isInStep(present.get(output), stamp))) due.push(output)
    if (due.length > 0) await this.#write(photo, { due, stamps, present, counter, photos })
  }

  /** A file that somebody deleted is written again; one that somebody changed is left alone. */
  async #isInStep(file: PublishedFile | undefined, stamp: string): Promise<boolean> {
    if (file === undefined || file.file === '') return false
    const full = path.join(this.#folder.target, file.file)
    if ((await stat(full).catch(() => null)) === null) return false
    if (file.contentKey === stamp && file.note?.key !== CHANGED.key) return true
    if (file.hash.split(' ').includes(await hashIfReadable(full))) return false
    this.#store.put(this.#folder.id, { ...file, note: CHANGED })
    return true
  }

  async #holdBack(photoId: number, present: ReadonlyMap<number, PublishedFile>, reason: Text): Promise<void> {
    for (const file of present.values()) if (file.file !== '') await this.#remove(file)
    this.#note(photoId, 0, reason)
  }

  async #write(
    photo: ExportPhoto,
    {
      due,
      stamps,
      present,
      counter,
      photos,
    }: {
      due: number[]
      stamps: string[]
      present: ReadonlyMap<number, PublishedFile>
      counter: number
      photos: number
    },
  ): Promise<void> {
    const { id } = photo.detail
    const values = nameValuesOf(photo, { counter, photos, album: this.#folder.name })
    try {
      const order = { photo, settings: this.#settings, outputs: due, moved: noCrops, values }
      const made = await makeFiles(this.#dependencies, order, this.#signal)
      for (const output of due) {
        const one = made.get(output)
        if (one instanceof Error) this.#note(id, output, failureReason(one, this.#dependencies.log))
        else if (one !== undefined)
          await this.#replace({ id, output, stamp: stamps[output]! }, one, values, present.get(output))
      }
    } catch (error) {
      if (this.#signal.aborted) return
      if (isTargetLost(error, this.#folder.target)) throw error
      for (const output of due) this.#note(id, output, failureReason(error, this.#dependencies.log))
    }
  }

  /**
   * The new file replaces the former one in one step, or the former one is deleted once the new one exists. If the
   * program ends in between, it is unknown which of the two is there: until then both hashes count. A former file of
   * another name is noted as one of an output that the settings do not have, until it is deleted.
   */
  async #replace(
    { id, output, stamp }: { id: number; output: number; stamp: string },
    made: MadeFile,
    values: ReturnType<typeof nameValuesOf>,
    former: PublishedFile | undefined,
  ): Promise<void> {
    const { width, height, extension, hash } = made
    const name = fillExportPattern(this.#settings.pattern, { ...values, width, height })
    const { target } = this.#folder
    const old = former === undefined || former.file === '' ? null : former
    const leaving = this.#freeOutput(id)
    const isOwn = async (full: string) =>
      old !== null && full === path.join(target, old.file) && old.hash.split(' ').includes(await hashIfReadable(full))
    const put = (file: string, hashes: string, stamped: string) =>
      this.#store.put(this.#folder.id, {
        photoId: id,
        output,
        file,
        hash: hashes,
        contentKey: stamped,
        note: made.reasons.length === 0 ? null : several(made.reasons),
      })
    const placed = await placeFile(
      {
        target,
        mark: this.#mark,
        collisions: 'overwrite', // only of its own file
        isOwnName: (file) => file !== old?.file && this.#store.isOwnName(this.#folder.id, file, id, output),
        begin: (file) => {
          if (old !== null && file !== old.file)
            this.#store.put(this.#folder.id, { ...old, output: leaving, contentKey: '', note: null })
          put(file, file === old?.file ? `${hash} ${old.hash}` : hash, '')
        },
        isProtected: async (full) => !(await isOwn(full)),
        numbers: this.#numbers,
      },
      { ...name, extension },
      made.write,
    )
    put(placed.file, hash, stamp)
    const renamed = this.#store.filesOf(this.#folder.id, id).find((file) => file.output === leaving)
    if (renamed?.file === placed.file) this.#store.drop(renamed.id)
    else if (renamed !== undefined) await this.#remove(renamed)
  }

  /** A number of an output that the settings do not have, nor another file of the photo. */
  #freeOutput(photoId: number): number {
    const taken = new Set(this.#store.filesOf(this.#folder.id, photoId).map(({ output }) => output))
    let free = NO_OUTPUT
    while (taken.has(free)) free++
    return free
  }

  #note(photoId: number, output: number, note: Text | null): void {
    const former = this.#store.filesOf(this.#folder.id, photoId).find((file) => file.output === output)
    const none = { photoId, output, file: '', hash: '', contentKey: '' }
    this.#store.put(this.#folder.id, { ...(former ?? none), note })
  }

  async #requireTarget(): Promise<void> {
    if ((await stat(this.#folder.target).catch(() => null))?.isDirectory() === true) return
    throw new AppError('target-not-found', say('publishing.targetAway', { path: this.#folder.target }))
  }
}

type Pins = Pick<Catalog['exports']['pins'], 'get'>

/** What a published file depends on, as a hash: the photo's file and metadata, its crop, and the settings. */
function contentKeyOf(pins: Pins, photo: ExportPhoto, settings: PictureSettings, output: number): string {
  const { detail, work } = photo
  const { outputs, ...rest } = settingsInKey(settings)
  const wanted = outputs[output]!
  const parts = [
    rest,
    wanted,
    detail.path,
    detail.bytes,
    detail.modifiedAt,
    detail.turn ?? 1,
    detail.metadata,
    detail.rating,
    detail.label,
    detail.takenAt,
    work,
    photo.people,
    photo.keywords,
    photo.keywordsWithoutPeople,
    wanted.kind === 'crop' ? pins.get(detail.id, wanted.size) : null,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
