import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Catalog, KnownFolder, RootRow } from '../catalog/catalog.ts'
import { isStrongKey } from './identity/compare.ts'
import { isSameInOtherForm } from './identity/name-form.ts'
import { type EnteredFolder, fileKeyOf } from './reconcile/found-file.ts'
import { isListed, isOnePlace, statPlace } from './reconcile/stat-place.ts'

/** `seen` are ids of known files; `added` are names of files recorded during the scan of the folder. */
type Entered = { key: string | null; seen: Set<number>; added: Set<string> }

const nothingFound = { seen: new Set<number>(), added: new Set<string>() }

/** Rows read at once. */
const PAGE = 500
const parentOf = (relative: string) => relative.slice(0, Math.max(0, relative.lastIndexOf('/')))
const nameOf = (relative: string) => relative.slice(relative.lastIndexOf('/') + 1)

/** The folders of one root that a scan enters: their former records, and the known files that it did not see there. */
export class FolderTracker {
  readonly #catalog: Catalog
  readonly #root: RootRow
  readonly #entered = new Map<string, Entered>()
  readonly #ids = new Map<string, number>()
  readonly #unseen: number[] = []
  /** Number of renamed folders. */
  renamed = 0

  constructor(catalog: Catalog, root: RootRow) {
    this.#catalog = catalog
    this.#root = root
  }

  /** Known files that should have been in the finished folders, and were not. */
  get unseen(): readonly number[] {
    return this.#unseen
  }

  /** The walk enters a folder. A renamed one keeps its row, and so everything below it. */
  async enter({ folder, key }: EnteredFolder): Promise<void> {
    if (this.#entered.has(folder)) return
    if (this.idOf(folder) === undefined) await this.#adopt(folder, key)
    this.#entered.set(folder, { key, seen: new Set(), added: new Set() })
  }

  /** As `enter` for the folder of a file that an event named. */
  async enterNamed(folder: string): Promise<void> {
    if (this.#entered.has(folder) || this.idOf(folder) !== undefined) return
    const key = await keyAt(path.join(this.#root.path, folder))
    await this.#adopt(folder, key)
  }

  /** The folder's id in the catalogue; undefined if it has no record. */
  idOf(folder: string): number | undefined {
    const id = this.#ids.get(folder) ?? this.#catalog.folders.find(this.#root.id, folder)?.id
    if (id !== undefined) this.#ids.set(folder, id)
    return id
  }

  ensure(folder: string): number {
    const id = this.idOf(folder) ?? this.#catalog.folders.ensure(this.#root.id, folder)
    this.#ids.set(folder, id)
    return id
  }

  see(folder: string, fileId: number): void {
    this.#entered.get(folder)?.seen.add(fileId)
  }

  /** A file of the current folder was recorded: it is known and present from now on. */
  seeAdded(folder: string, name: string): void {
    this.#entered.get(folder)?.added.add(name)
  }

  /** All files of a folder were taken: known files that were not seen are missing. */
  async leave(folder: string): Promise<void> {
    const id = this.idOf(folder)
    const { seen, added } = this.#entered.get(folder) ?? nothingFound
    const isComplete = id === undefined || this.#catalog.files.count(id) === seen.size + added.size
    if (!isComplete) await this.#collect(id, { seen, added })
    seen.clear()
    added.clear()
  }

  /** Nothing is at these places any more: files, or folders with everything below them. */
  async expectNothing(places: readonly string[]): Promise<void> {
    for (const place of places) {
      const parent = this.idOf(parentOf(place))
      const files = parent === undefined ? [] : this.#catalog.files.at(parent, [nameOf(place)])
      for (const file of files) if (!file.isMissing) this.#unseen.push(file.fileId)
      await this.collectUnentered(place, () => false)
    }
  }

  /** Adds known files in folders at a path and below it that were not entered. */
  async collectUnentered(relativePath: string, isHidden: (folder: string) => boolean): Promise<void> {
    const { folders } = this.#catalog
    for (let after: string | null = null; ;) {
      const page: KnownFolder[] = folders.from({ rootId: this.#root.id, relativePath, after, limit: PAGE })
      for (const folder of page)
        if (!this.#entered.has(folder.relativePath) && !isHidden(folder.relativePath))
          await this.#collect(folder.id, nothingFound)
      if (page.length < PAGE) return
      after = page.at(-1)?.relativePath ?? null
      await setImmediate()
    }
  }

  /**
   * Stores the keys of folders that are new or have a new key; not of the undecided ones, since the former key may
   * still tell where a folder's files went.
   */
  async keepKeys(undecided: ReadonlySet<string>): Promise<void> {
    const keys: { id: number; key: string }[] = []
    for (const [folder, { key }] of this.#entered) {
      if (undecided.has(folder)) continue
      const known = key === null ? undefined : this.#catalog.folders.find(this.#root.id, folder)
      if (key !== null && known !== undefined && known.key !== key) keys.push({ id: known.id, key })
    }
    for (let at = 0; at < keys.length; at += PAGE) {
      this.#catalog.folders.setKeys(keys.slice(at, at + PAGE))
      await setImmediate()
    }
  }

  async #collect(folderId: number, { seen, added }: Pick<Entered, 'seen' | 'added'>): Promise<void> {
    for (let after = ''; ;) {
      const page = this.#catalog.files.after(folderId, after, PAGE)
      for (const { fileId, name } of page) if (!seen.has(fileId) && !added.has(name)) this.#unseen.push(fileId)
      if (page.length < PAGE) return
      after = page.at(-1)?.name ?? ''
      await setImmediate()
    }
  }

  async #adopt(folder: string, key: string | null): Promise<void> {
    const parent = folder === '' ? undefined : this.idOf(parentOf(folder))
    const byName = parent === undefined ? [] : this.#catalog.folders.children(parent)
    const candidates = [
      ...(key !== null && isStrongKey(key) ? this.#catalog.folders.withKey(this.#root.id, key) : []),
      ...byName.filter(({ relativePath }) => isSameInOtherForm(nameOf(relativePath), nameOf(folder))),
    ]
    for (const known of candidates) {
      if (known.relativePath === '' || this.#entered.has(known.relativePath)) continue
      if (!(await this.#isNow(known, folder, key))) continue
      this.#catalog.folders.rename(known.id, folder)
      this.#ids.clear()
      this.renamed++
      return
    }
  }

  /** Whether a known folder is the one at this path now. */
  async #isNow(known: KnownFolder, folder: string, key: string | null): Promise<boolean> {
    const [before, now] = [known.relativePath, folder].map((each) => path.join(this.#root.path, each)) as [
      string,
      string,
    ]
    const there = await statPlace(before)
    if (there === null) return key !== null && known.key === key
    return there !== 'unreadable' && !(await isListed(before)) && (await isOnePlace(before, now))
  }
}

export async function keyAt(target: string): Promise<string | null> {
  const stats = await statPlace(target)
  return stats === null || stats === 'unreadable' ? null : fileKeyOf(stats)
}
