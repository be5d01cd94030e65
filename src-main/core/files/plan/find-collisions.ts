import { say } from '../../../contract/sentences/say.ts'
import path from 'node:path'
import { foldPath } from '../disk/places.ts'
import { isUnchanged, numberPhoto, type PlannedPhoto } from './plan-photo.ts'
import type { SeenFolder } from './read-folders.ts'

/** Names that are tried for a photo whose name is taken. */
const MOST_NUMBERS = 10_000

/** Gives what lies in a folder, which was read before. */
export type FolderAt = (folder: string) => SeenFolder

type Taken = { by: 'nobody' } | { by: 'photo'; at: number } | { by: 'file' }

/**
 * Finds names that are taken before anything is touched: by a file that stays, or by another photo of the plan; names
 * that differ in case alone count as one. A place that a photo of the plan leaves is free. With `isNumbering` such a
 * photo gets the next free number behind its name, else it stays.
 */
export class Collisions {
  readonly #folderAt: FolderAt
  readonly #photos: PlannedPhoto[]
  /** Photos by the places that they leave, and by those that they go to. */
  readonly #leaving = new Map<string, number>()
  readonly #wanted = new Map<string, number>()

  constructor(photos: readonly PlannedPhoto[], folderAt: FolderAt) {
    this.#photos = [...photos]
    this.#folderAt = folderAt
    for (const [at, photo] of photos.entries())
      for (const place of placesOf(photo, 'name')) this.#leaving.set(place, at)
  }

  /** The same photos, with numbers or problems. */
  resolve(isNumbering: boolean): PlannedPhoto[] {
    for (const at of this.#photos.keys()) this.#settle(at, isNumbering)
    while (this.#findBlocked());
    return this.#photos
  }

  #settle(at: number, isNumbering: boolean): void {
    const photo = this.#photos[at]!
    if (photo.problem !== '' || isUnchanged(photo)) return
    let settled = photo
    let problem = this.#problemOf(at, settled, isNumbering)
    for (let number = 2; problem !== '' && isNumbering && number < MOST_NUMBERS; number++) {
      settled = numberPhoto(photo, number)
      problem = settled.problem || this.#problemOf(at, settled, isNumbering)
    }
    this.#photos[at] = { ...settled, problem }
    if (problem === '') for (const place of placesOf(settled, 'newName')) this.#wanted.set(place, at)
  }

  /** `isStrict`: also a place that another photo leaves counts as taken. */
  #problemOf(at: number, photo: PlannedPhoto, isStrict: boolean): string {
    const own = new Set<string>()
    for (const { name, newName } of photo.files) {
      const place = foldPath(path.join(photo.newFolder, newName))
      if (own.has(place)) return `Two of its files would be called ${newName}.`
      own.add(place)
      const other = this.#wanted.get(place)
      if (other !== undefined && other !== at) return `${this.#photos[other]!.name} gets the name ${newName}, too.`
      const taken = this.#takenBy(place, photo.newFolder, newName)
      if (taken.by === 'nobody' || (taken.by === 'photo' && taken.at === at)) continue
      if (photo.folder === photo.newFolder && name === newName) continue
      if (taken.by === 'file' || isStrict || this.#stays(taken.at))
        return `There is a file ${newName} in ${photo.newFolder}.`
    }
    return ''
  }

  #takenBy(place: string, folder: string, name: string): Taken {
    if (!this.#folderAt(folder).folded.has(foldPath(name))) return { by: 'nobody' }
    const at = this.#leaving.get(place)
    return at === undefined ? { by: 'file' } : { by: 'photo', at }
  }

  #stays(at: number): boolean {
    const photo = this.#photos[at]!
    return photo.problem !== '' || isUnchanged(photo)
  }

  /** A photo that stays after all keeps its place: the one that was to have it stays, too. */
  #findBlocked(): boolean {
    let found = false
    for (const [at, photo] of this.#photos.entries()) {
      if (this.#stays(at)) continue
      const isBlocked = photo.files.some(({ newName }) => {
        const taken = this.#takenBy(foldPath(path.join(photo.newFolder, newName)), photo.newFolder, newName)
        return taken.by === 'photo' && taken.at !== at && this.#stays(taken.at)
      })
      if (!isBlocked) continue
      found = true
      this.#photos[at] = { ...photo, problem: say('files.otherStays') }
    }
    return found
  }
}

const placesOf = ({ folder, newFolder, files }: PlannedPhoto, which: 'name' | 'newName'): string[] =>
  files.map((file) => foldPath(path.join(which === 'name' ? folder : newFolder, file[which])))
