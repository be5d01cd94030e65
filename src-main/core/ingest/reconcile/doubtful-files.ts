import path from 'node:path'
import type { Catalog, KnownFile } from '../../catalog/catalog.ts'
import { isStrongKey, sameFacts } from '../identity/compare.ts'
import type { KnownLook } from '../identity/identity-types.ts'
import { isSameInOtherForm } from '../identity/name-form.ts'
import { factsOfKnown, folderName, type PlacedFile } from './found-file.ts'
import { Homes, type IsRootThere } from './homes.ts'
import { isListed, isOnePlace } from './look-at.ts'

/** A known file that a found one may be, with the row it comes from. */
export type Candidate = KnownLook & { known: KnownFile }

/** Found files that may be known ones, and those known ones: what a decision about the whole batch is made of. */
export class DoubtfulFiles {
  readonly #catalog: Catalog
  readonly #homes: Homes
  /** Whether the scan itself looks at this place; others are looked at where it matters. */
  readonly #isInScope: (place: PlacedFile) => boolean
  /** Places that were asked about: files that exchanged their names lead back to each other. */
  readonly #asked = new Set<string>()
  readonly #found = new Map<string, PlacedFile>()
  readonly #known = new Map<number, Candidate>()

  constructor(catalog: Catalog, isRootThere: IsRootThere, isInScope: (place: PlacedFile) => boolean) {
    this.#catalog = catalog
    this.#homes = new Homes(catalog, isRootThere)
    this.#isInScope = isInScope
  }

  get found(): PlacedFile[] {
    return [...this.#found.values()]
  }

  get known(): Candidate[] {
    return [...this.#known.values()]
  }

  /**
   * Keeps a found file for the decision if it may be a known one; false where it is new beyond doubt. `at` is the known
   * file at its place.
   */
  async keep(found: PlacedFile, at: KnownFile | undefined): Promise<boolean> {
    this.#asked.add(placeOf(found))
    const like = this.#catalog.files.like(found)
    const here = at ?? (await this.#findOtherForm(found))
    const candidates = here === undefined ? [] : [this.#atPlace(here, found, like)]
    for (const known of like) {
      if (known.fileId === here?.fileId) continue
      const candidate = await this.#elsewhere(known, found)
      if (candidate !== null) candidates.push(candidate)
    }
    for (const candidate of candidates)
      if (!this.#known.has(candidate.fileId) || candidate.fileId === here?.fileId)
        this.#known.set(candidate.fileId, candidate)
    if (candidates.length > 0) this.#found.set(placeOf(found), found)
    return candidates.length > 0
  }

  /** This known file is at its place: its folder has another name than when the file was looked for. */
  noteHome(fileId: number): void {
    this.#known.delete(fileId)
  }

  /** The place of the found file, whatever form its name has there. */
  #atPlace(known: KnownFile, found: PlacedFile, like: readonly KnownFile[]): Candidate {
    const isOneOfMany = like.some(
      (each) => each.fileId !== known.fileId && sameFacts(factsOfKnown(each), factsOfKnown(known)),
    )
    return { ...toCandidate(known, found.folder), name: found.name, isOneOfMany }
  }

  async #elsewhere(known: KnownFile, found: PlacedFile): Promise<Candidate | null> {
    const folder = this.#catalog.folders.byId(known.folderId)
    if (folder === undefined) return null
    const home = await this.#homes.look(known, found)
    if (home.state === 'home' || home.state === 'unknown') return null
    const hasKey = known.fileKey !== null && known.fileKey === found.fileKey
    // What only looks like a file of a drive that is away is a copy of it.
    if (home.state === 'away' && !(hasKey && isStrongKey(known.fileKey))) return null
    if (home.state === 'replaced' && !this.#isInScope(home.by)) await this.#keepOther(home.by, known)
    const candidate = toCandidate(known, folderName(folder.rootId, folder.relativePath))
    return { ...candidate, isAway: home.state === 'away' }
  }

  /** The file that took a place which the scan does not look at itself: it may be a known one, too. */
  async #keepOther(found: PlacedFile, at: KnownFile): Promise<void> {
    if (!this.#asked.has(placeOf(found))) await this.keep(found, at)
  }

  /** The known file of a name that this file system takes for the same as the found one. */
  async #findOtherForm(found: PlacedFile): Promise<KnownFile | undefined> {
    const folder = this.#catalog.folders.find(found.rootId, found.relative)
    if (folder === undefined) return undefined
    const absolute = this.#catalog.folders.pathOf(folder.id)
    for (const known of this.#catalog.files.namedAlike(folder.id, found.name)) {
      if (!isSameInOtherForm(known.name, found.name)) continue
      const [before, now] = [path.join(absolute, known.name), path.join(absolute, found.name)]
      if ((await isOnePlace(before, now)) && !(await isListed(before))) return known
    }
    return undefined
  }
}

const placeOf = ({ folder, name }: PlacedFile) => `${folder}/${name}`

const toCandidate = (known: KnownFile, folder: string): Candidate => ({
  ...factsOfKnown(known),
  folder,
  fileId: known.fileId,
  isAway: false,
  known,
})
