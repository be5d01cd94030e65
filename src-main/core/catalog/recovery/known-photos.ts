import { join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import type { Db } from '../../../sqlite/connect.ts'
import type { FileStore } from '../files/file-store.ts'
import type { FolderStore } from '../folders/folder-store.ts'
import type { PhotoFacts } from '../edits/edit.ts'

type Stores = {
  db: Db
  files: Pick<FileStore, 'add' | 'findByPath'>
  folders: Pick<FolderStore, 'addRoot' | 'ensure' | 'roots'>
}

/**
 * Which photos of a catalogue the numbers of a newer one stand for. A number that both have is the same photo, since
 * numbers are never given twice. Any other photo is known by its place and size, or is listed anew at its place; it is
 * never guessed.
 */
export class KnownPhotos {
  readonly #stores: Stores
  readonly #facts = new Map<number, PhotoFacts>()
  readonly #found = new Map<number, number | null>()
  /** Photos that were listed anew. */
  added = 0

  constructor(stores: Stores) {
    this.#stores = stores
  }

  learn(photos: readonly PhotoFacts[]): void {
    for (const facts of photos) this.#facts.set(facts.id, facts)
  }

  /** The photo's number here; null where it cannot be told for certain. */
  find(id: number): number | null {
    const known = this.#found.get(id) ?? this.#look(id)
    this.#found.set(id, known)
    return known
  }

  #look(id: number): number | null {
    const exists = this.#stores.db.prepare<[number]>('SELECT 1 FROM photos WHERE id = ?')
    if (exists.get(id) !== undefined) return id
    const facts = this.#facts.get(id)
    if (facts === undefined) return null
    const there = this.#stores.files.findByPath(join(facts.root, facts.folder, facts.name))
    if (there !== null) return this.#isSame(there, facts) ? there : null
    return this.#add(facts)
  }

  #isSame(photoId: number, facts: PhotoFacts): boolean {
    const row = this.#stores.db
      .prepare<[number], Pick<PhotoFacts, 'bytes' | 'modifiedMs'>>(
        'SELECT bytes, modified_ms AS modifiedMs FROM files WHERE photo_id = ? AND is_main = 1',
      )
      .get(photoId)
    return row?.bytes === facts.bytes && row.modifiedMs === facts.modifiedMs
  }

  /** Its analysis begins anew, and the next scan says whether its file is still there. */
  #add({ root, folder, name, bytes, modifiedMs, fileKey }: PhotoFacts): number | null {
    const { folders, files } = this.#stores
    try {
      const rootId = folders.roots().find(({ path }) => path === root)?.id ?? folders.addRoot(root).id
      const [added = null] = files.add([{ folderId: folders.ensure(rootId, folder), name, bytes, modifiedMs, fileKey }])
      this.added += 1
      return added
    } catch (error) {
      if (error instanceof AppError && error.code === 'folder-overlaps') return null
      throw error
    }
  }
}
