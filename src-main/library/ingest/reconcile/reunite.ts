import { setImmediate } from 'node:timers/promises'
import type { AlikeFile, Catalog } from '../../catalog/catalog.ts'

type ReunionCatalog = Pick<Catalog, 'files' | 'questions' | 'pairs' | 'settings'>

/** Photos between two breaks for other work: some milliseconds. */
const PIECE = 100

/**
 * Finds the files of missing photos by their picture, once nothing else is being checked: until then a missing file may
 * only have another name, and a file with its picture may be a copy.
 */
export class Reunions {
  readonly #catalog: ReunionCatalog
  readonly #now: () => number
  readonly #analysed = new Set<number>()
  #missingSince = 0
  #isDue = false

  constructor(catalog: ReunionCatalog, now: () => number = Date.now) {
    this.#catalog = catalog
    this.#now = now
  }

  get isDue(): boolean {
    return this.#isDue
  }

  /** Files were added, removed or moved. */
  note(): void {
    this.#isDue = true
  }

  /** The picture of this photo is known now. */
  noteAnalysed(photoId: number): void {
    this.#analysed.add(photoId)
    this.#isDue = true
  }

  /**
   * `lookAgain` looks through the roots of folders with such missing photos: what tells that a file was renamed may come
   * later than what misses it, and a copy must not take its place meanwhile.
   */
  async find(lookAgain: (folderIds: readonly number[]) => Promise<void>, signal?: AbortSignal): Promise<Reunited> {
    const began = this.#now()
    const analysed = [...this.#analysed]
    const ids = [...new Set([...this.#catalog.files.missingSince(this.#missingSince), ...this.#analysed])]
    this.#isDue = false
    const folders = new Set<number>()
    for (let at = 0; at < ids.length && !signal?.aborted; at += PIECE) {
      for (const id of ids.slice(at, at + PIECE)) {
        const { pair } = compare(this.#catalog, id)
        if (pair !== null) folders.add(pair.missing.folderId)
      }
      await setImmediate()
    }
    if (folders.size > 0) await lookAgain([...folders])
    for (const id of analysed) this.#analysed.delete(id)
    const reunited: Reunited = { ids: [], gone: [], waiting: [] }
    for (let at = 0; at < ids.length && !signal?.aborted; at += PIECE) {
      const piece = reunite(this.#catalog, ids.slice(at, at + PIECE))
      reunited.ids.push(...piece.ids)
      reunited.gone.push(...piece.gone)
      for (const id of piece.waiting) this.#analysed.add(id)
      await setImmediate()
    }
    this.#missingSince = began
    await this.#settleCopies(analysed, reunited, signal)
    return reunited
  }

  /** A photo that was just analysed may be a copy of another photo, or no longer be one. */
  async #settleCopies(analysed: readonly number[], reunited: Reunited, signal?: AbortSignal): Promise<void> {
    const { pairs, settings } = this.#catalog
    const gone = new Set(reunited.gone)
    const ids = analysed.filter((id) => !gone.has(id))
    for (let at = 0; at < ids.length && !signal?.aborted; at += PIECE) {
      const settled = pairs.settleCopies(settings.get(), ids.slice(at, at + PIECE))
      reunited.ids.push(...settled.changed)
      reunited.gone.push(...settled.gone)
      await setImmediate()
    }
  }
}

/**
 * Photos with their file restored, and the newer ones, without any work, that had it in the meantime; `waiting` are to
 * be checked again when more is analysed.
 */
export type Reunited = { ids: number[]; gone: number[]; waiting: number[] }

type Stores = Pick<Catalog, 'files' | 'questions'>

/**
 * Gives missing photos the file with their picture if a newer photo without any work has it. A scan recognises a file
 * that was moved, or whose metadata was written. If both happened, or if it was copied long before the original was
 * deleted, only the hash of its image data shows it. If several match, a person is asked. `photoIds` are photos that
 * were just analysed, or are missing now.
 */
export function reunite(catalog: Stores, photoIds: Iterable<number>): Reunited {
  const reunited: Reunited = { ids: [], gone: [], waiting: [] }
  for (const id of photoIds) {
    const { missing, present, pair } = compare(catalog, id)
    if (missing.length === 0 || present.length === 0) continue
    // A copy may be among the photos still to be analysed.
    if (present.some(({ bytes }) => catalog.files.isPictureUnknown(bytes))) reunited.waiting.push(id)
    else if (pair !== null) {
      catalog.files.reunite(pair.missing, pair.found)
      reunited.ids.push(pair.missing.photoId)
      reunited.gone.push(pair.found.photoId)
    } else ask(catalog, missing, present)
  }
  return reunited
}

/** The files with the picture of a photo, and which of them may be the missing one. */
function compare({ files }: Pick<Stores, 'files'>, photoId: number) {
  const alike = files.alike(photoId)
  const missing = alike.filter((file) => file.isMissing === 1)
  const present = alike.filter((file) => file.isMissing === 0)
  return { missing, present, pair: missing.length === 1 ? choose(missing[0]!, present) : null }
}

/** The only file with this picture, or the only one that also has the name; null if that is uncertain. */
function choose(missing: AlikeFile, present: readonly AlikeFile[]): { missing: AlikeFile; found: AlikeFile } | null {
  const named = present.filter(({ name }) => name === missing.name)
  const [found, ...others] = present.length > 1 ? named : present
  if (found === undefined || others.length > 0 || !mayBe(missing, found)) return null
  return areOfOneTime(missing, found) ? { missing, found } : null
}

/** A photo with a person's work stays a photo of its own. */
const mayBe = (missing: AlikeFile, found: AlikeFile) => !found.hasWork && found.photoId > missing.photoId

/** Two plain frames may have the same pixels. */
const areOfOneTime = (missing: AlikeFile, found: AlikeFile) =>
  missing.takenMs === null || found.takenMs === null || missing.takenMs === found.takenMs

function ask({ questions }: Stores, missing: readonly AlikeFile[], present: readonly AlikeFile[]): void {
  const pairs = missing.flatMap((old) => present.filter((found) => mayBe(old, found)).map((found) => ({ old, found })))
  if (pairs.length === 0) return
  questions.ask(
    pairs.map(({ old, found }) => ({ oldPhotoId: old.photoId, newPhotoId: found.photoId, reason: 'equal-copies' })),
  )
}
