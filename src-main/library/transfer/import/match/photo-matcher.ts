import type { Text } from '../../../../contract/sentences/text.ts'
import path from 'node:path'
import { say } from '../../../../contract/sentences/say.ts'
import { extensionOf, rawExtensions } from '../../../../base/formats/extensions.ts'
import type { Catalog } from '../../../catalog/catalog.ts'
import type { ForeignPhoto } from '../foreign/foreign-photo.ts'
import { movePath, type MovedRoot } from './move-path.ts'

type Files = Pick<Catalog['files'], 'findByPath' | 'findByStem' | 'findByName' | 'withContent'>

export type MatchOptions = { roots: readonly string[]; moved: readonly MovedRoot[] }

/** A photo of the library that another program describes. */
export type Match = { photoId: number; foreign: ForeignPhoto; by: 'place' | 'likeness' }
/** A photo that is not certain; `reason` is a sentence. */
export type Unmatched = { path: string; reason: Text }

/**
 * Finds the photos of the library that another program describes: by their place, else by name together with size,
 * capture time or content, if exactly one photo matches and nothing else matches that one. It is never guessed.
 */
export class PhotoMatcher {
  readonly #files: Files
  readonly #options: MatchOptions
  readonly #byPlace = new Set<number>()
  /** Those found by place, as they come: collecting a million at the end would keep windows waiting. */
  readonly #matches: Match[] = []
  readonly #byLikeness = new Map<number, ForeignPhoto[]>()
  readonly #unmatched: Unmatched[] = []

  constructor(files: Files, options: MatchOptions) {
    this.#files = files
    this.#options = options
  }

  add(foreign: ForeignPhoto): void {
    const placed = this.#findByPlace(foreign)
    if (placed.length === 1 && !this.#byPlace.has(placed[0]!)) return this.#place(placed[0]!, foreign)
    if (placed.length > 0) return this.#leave(foreign, SEVERAL)
    const alike = this.#findAlike(foreign)
    if (alike.length === 0) return this.#leave(foreign, NONE)
    if (alike.length > 1) return this.#leave(foreign, SEVERAL)
    const claims = this.#byLikeness.get(alike[0]!)
    if (claims === undefined) this.#byLikeness.set(alike[0]!, [foreign])
    else claims.push(foreign)
  }

  /** The result for all added photos. */
  finish(): { matches: Match[]; unmatched: Unmatched[] } {
    for (const [photoId, claims] of this.#byLikeness) {
      const foreign = joinCopies(claims)
      if (foreign !== null && !this.#byPlace.has(photoId)) this.#matches.push({ photoId, foreign, by: 'likeness' })
      else for (const claim of claims) this.#leave(claim, this.#byPlace.has(photoId) ? NONE : SEVERAL)
    }
    return { matches: this.#matches, unmatched: this.#unmatched }
  }

  #place(photoId: number, foreign: ForeignPhoto): void {
    this.#byPlace.add(photoId)
    this.#matches.push({ photoId, foreign, by: 'place' })
  }

  #leave({ path: place }: ForeignPhoto, reason: Text): void {
    this.#unmatched.push({ path: place, reason })
  }

  #findByPlace({ path: foreign, isStem = false }: ForeignPhoto): number[] {
    const { moved, roots } = this.#options
    const places = possiblePaths(movePath(foreign, moved), roots)
    const found = places.flatMap((place) => (isStem ? this.#ownerOfStem(place) : (this.#files.findByPath(place) ?? [])))
    return [...new Set(found)]
  }

  /** Of a RAW file and its JPEG the RAW file has the sidecar without an extension. */
  #ownerOfStem(place: string): number[] {
    const found = this.#files.findByStem(place)
    const raws = found.filter(({ name }) => rawExtensions.has(extensionOf(name)))
    return (raws.length > 0 ? raws : found).map(({ photoId }) => photoId)
  }

  #findAlike({ path: foreign, bytes, takenAt, contentHash }: ForeignPhoto): number[] {
    const same = contentHash === undefined ? [] : this.#files.withContent(contentHash)
    if (same.length > 0) return same
    if (bytes === undefined && takenAt === undefined) return []
    return this.#files
      .findByName(path.posix.basename(foreign))
      .filter((photo) => photo.bytes === bytes || (takenAt !== undefined && photo.takenAt === takenAt))
      .map(({ photoId }) => photoId)
  }
}

/** The one photo that claims refer to, with the albums of all its copies; null if they are several. */
function joinCopies([first, ...others]: readonly ForeignPhoto[]): ForeignPhoto | null {
  if (first === undefined || others.some(({ copyOf }) => copyOf === undefined || copyOf !== first.copyOf)) return null
  const albums = [first, ...others].flatMap(({ work }) => work.albums ?? [])
  return albums.length === 0 ? first : { ...first, work: { ...first.work, albums } }
}

const NONE = say('sources.noneFits')
const SEVERAL = say('sources.severalFit')

/**
 * Possible places of a file that another program names by a path: that path, in each Unicode form; or, if the place of
 * its first folder is unknown, in the watched folders. A watched folder `/media/disk/Pictures` contains
 * `Pictures/2024/a.jpg` as well as `2024/a.jpg`.
 */
function possiblePaths(file: string, roots: readonly string[]): string[] {
  if (path.isAbsolute(file)) return formsOf(path.normalize(file))
  if (/^[a-z]:/i.test(file)) return [] // of a drive that this machine does not have
  return roots.flatMap((root) => inRoot(root, file)).flatMap(formsOf)
}

function inRoot(root: string, file: string): string[] {
  const names = file.split('/')
  const rootNames = root.split(path.sep)
  const counts = names
    .map((_, count) => count)
    .filter((count) => isSame(rootNames.slice(rootNames.length - count), names))
  return counts.map((count) => path.join(root, ...names.slice(count)))
}

/** Whether the last names of a root are the first ones of a file. */
const isSame = (ends: readonly string[], names: readonly string[]): boolean =>
  ends.every((name, place) => name.normalize() === names[place]!.normalize())

const formsOf = (file: string): string[] => [...new Set([file, file.normalize('NFC'), file.normalize('NFD')])]
