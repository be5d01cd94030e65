import { fullTextWords } from '../../catalog/vocabulary/full-text-words.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import { resolve, join } from 'node:path'
import type { Folder, WatchMode } from '../../../contract/library/folder.ts'
import type { Context } from '../../catalog/context/context.ts'
import { addRoot, cleanRelative, ensureFolder, nameOfPath, refuseOverlap } from './add-folders.ts'
import { createFolderLookups, type FolderLookups, pathRange, withinPath } from './folder-lookups.ts'
import { createPathOf } from './create-path-of.ts'
import { type RootRow, problemOf, type RootProblemKind } from './root-row.ts'
import { listRoots, type HeldFile, sampleFiles, setProblem } from './root-rows.ts'
import { removePhotos, type Removed } from './remove-photos.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'

export type FolderStore = FolderLookups &
  RootStore & {
    /**
     * Adds a watched folder. A folder that the person removed comes back with all its work. Throws AppError
     * `folder-overlaps` if the path is in a watched folder or contains one.
     */
    addRoot(path: string): RootRow
    /** Deletes the folder, its files and their photos, with the thumbnails. Returns the ids of deleted photos. */
    removeRoot(id: number): number[]
    /**
     * The same for at most `limit` photos, so that a large root can be deleted in pieces before `removeRoot`; `isLast`
     * when none is left.
     */
    removeSome(id: number, limit: number): { ids: number[]; isLast: boolean }
    /** The folder's id for a path relative to its root (`''` for the root itself); a new folder is added. */
    ensure(rootId: number, relativePath: string): number
    /** Moves a folder, with everything below it, to another path of its root that has no record yet. */
    rename(folderId: number, relativePath: string): void
    /** Marks a folder as made by a person here, so that it is shown while it is empty; false reverts that. */
    setMade(folderId: number, isMade: boolean): void
    /** Stores the system's keys of folders. */
    setKeys(keys: readonly { id: number; key: string }[]): void
    list(): Folder[]
    /** Absolute path of a folder. */
    pathOf(folderId: number): string
  }

type Dependencies = Context & { countByFolder: () => ReadonlyMap<number, number> }

/** Roots and the folders below them. */
export function createFolderStore(context: Dependencies): FolderStore {
  const { db, countByFolder } = context
  const ensured = new Map<string, number>()
  return {
    addRoot: (path) => addRoot(context, listRoots(db), resolve(path)),
    removeRoot: (id) => {
      requireRoot(db, id)
      ensured.clear()
      return removeRoot(context, id)
    },
    removeSome: (id, limit) => {
      requireRoot(db, id)
      const { gone, isLast } = removeSome(context, id, limit)
      return { ids: gone, isLast }
    },
    ...createRootStore(context),
    ensure: (rootId, relativePath) => {
      const clean = cleanRelative(relativePath)
      const key = `${rootId}/${clean}`
      const id = ensured.get(key) ?? context.write(() => ensureFolder(context, rootId, clean))
      ensured.set(key, id)
      return id
    },
    ...createFolderLookups(db),
    rename: (folderId, relativePath) => {
      ensured.clear()
      renameFolder(context, folderId, cleanRelative(relativePath))
    },
    setMade: (folderId, isMade) =>
      void context.write(() => db.prepare('UPDATE folders SET is_made = ? WHERE id = ?').run(isMade ? 1 : 0, folderId)),
    setKeys: (keys) => setFolderKeys(context, keys),
    list: () => listFolders(db, listRoots(db), countByFolder()),
    pathOf: createPathOf(context),
  }
}

function removeRoot(context: Context, id: number): number[] {
  const { db } = context
  return removeSome(context, id, Number.MAX_SAFE_INTEGER, () => {
    db.prepare('DELETE FROM folder_text WHERE rowid IN (SELECT id FROM folders WHERE root_id = ?)').run(id)
    db.prepare('DELETE FROM folders WHERE id = ?').run(id)
  }).gone
}

function removeSome(context: Context, id: number, limit: number, finish: () => void = () => {}): Removed {
  const { db, write, changed, thumbnails } = context
  const removed = write(() => {
    const result = removePhotos(db, id, limit)
    finish()
    return result
  })
  const isEmpty = db.prepare('SELECT 1 FROM photos LIMIT 1').get() === undefined
  if (isEmpty) thumbnails.removeAll()
  else thumbnails.remove(removed.gone)
  changed.photos(removed.touched)
  changed.names()
  changed.text()
  return removed
}

type FolderRow = {
  id: number
  parent_id: number | null
  root_id: number
  name: string
  relative_path: string
  is_made: number
}

/**
 * Watched folders, and below them those that contain photos, or that a person made here; other emptied or renamed
 * folders are not listed. `own` counts the photos directly in each folder.
 */
function listFolders(db: Db, roots: readonly RootRow[], own: ReadonlyMap<number, number>): Folder[] {
  const rows = db
    .prepare<[], FolderRow>(
      'SELECT id, parent_id, root_id, name, relative_path, is_made FROM folders ORDER BY root_id, relative_path',
    )
    .all()
  const counts = addUp(rows, own)
  const rootOf = new Map(roots.map((root) => [root.id, root]))
  const made = withParents(rows)
  return rows
    .filter(
      (row) => rootOf.has(row.root_id) && (row.parent_id === null || (counts.get(row.id) ?? 0) > 0 || made.has(row.id)),
    )
    .map((row) => toFolder(row, rootOf.get(row.root_id), counts.get(row.id) ?? 0))
}

/** Folders that a person made, and their parents. */
function withParents(rows: readonly FolderRow[]): Set<number> {
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]))
  const shown = new Set<number>()
  for (const { id, is_made } of rows)
    for (let at: number | null = is_made === 1 ? id : null; at !== null; at = parents.get(at) ?? null) shown.add(at)
  return shown
}

const toFolder = (row: FolderRow, root: RootRow | undefined, photoCount: number): Folder => ({
  id: row.id,
  parentId: row.parent_id,
  name: row.name,
  path: join(root?.path ?? '', ...row.relative_path.split('/')),
  photoCount,
  isAvailable: root?.isAvailable ?? false,
  problem: root !== undefined && row.parent_id === null ? problemOf(root) : null,
  watching: root?.watching ?? 'auto',
})

/** Counts of each folder with those below it. A moved folder may have a lower id than its parent. */
function addUp(rows: readonly FolderRow[], own: ReadonlyMap<number, number>): Map<number, number> {
  const sums = new Map(own)
  const depthOf = ({ parent_id, relative_path }: FolderRow) =>
    parent_id === null ? 0 : relative_path.split('/').length
  for (const row of rows.toSorted((a, b) => depthOf(b) - depthOf(a))) {
    if (row.parent_id !== null) sums.set(row.parent_id, (sums.get(row.parent_id) ?? 0) + (sums.get(row.id) ?? 0))
  }
  return sums
}

/** The watched folders and their state. */
type RootStore = {
  roots(): RootRow[]
  /** Whether the person removed this root, so that it is only kept for a while. */
  isRemoved(rootId: number): boolean
  /** One row, however many photos the root has: they are `offline` while it is absent. */
  setAvailable(rootId: number, isAvailable: boolean): void
  /** Stores the identity of the root's folder, independent of its path. */
  setIdentity(rootId: number, identity: { volume: string; inode: string }): void
  setWatching(rootId: number, watching: WatchMode): void
  /** Stores a sentence about the root, or removes it if null. True if that changes something. */
  setProblem(rootId: number, kind: RootProblemKind, text: Text | null): boolean
  /** Some photos recorded in a root, spread over its folders. */
  sample(rootId: number, limit: number): HeldFile[]
  /** Moves a watched folder to another path. Throws `folder-overlaps`. */
  relocateRoot(rootId: number, path: string): RootRow
}

function createRootStore(context: Context): RootStore {
  const { db, changed } = context
  return {
    roots: () => listRoots(db),
    isRemoved: (rootId) =>
      db.prepare<[number]>('SELECT 1 FROM roots WHERE folder_id = ? AND removed_ms IS NOT NULL').get(rootId) !==
      undefined,
    setAvailable: (rootId, isAvailable) => {
      requireRoot(db, rootId)
      db.prepare('UPDATE roots SET is_available = ? WHERE folder_id = ?').run(isAvailable ? 1 : 0, rootId)
      changed.roots()
    },
    setIdentity: (rootId, { volume, inode }) =>
      void db.prepare('UPDATE roots SET volume = ?, inode = ? WHERE folder_id = ?').run(volume, inode, rootId),
    setWatching: (rootId, watching) => {
      requireRoot(db, rootId)
      db.prepare('UPDATE roots SET watching = ? WHERE folder_id = ?').run(watching, rootId)
    },
    setProblem: (rootId, kind, text) => setProblem(db, rootId, kind, text),
    sample: (rootId, limit) => sampleFiles(db, rootId, limit),
    relocateRoot: (rootId, path) => relocateRoot(context, listRoots(db), rootId, resolve(path)),
  }
}

/** A removed root counts too: it still exists to be deleted. */
function requireRoot(db: Db, id: number): void {
  if (db.prepare<[number]>('SELECT 1 FROM roots WHERE folder_id = ?').get(id) === undefined)
    throw new AppError('folder-not-found', say('unknown.thing', { thing: 'watchedFolder', id }))
}

/** Moves a watched folder to another path: one row, whatever it contains. Throws `folder-overlaps`. */
function relocateRoot(context: Context, roots: readonly RootRow[], id: number, path: string): RootRow {
  const { db, write, changed } = context
  const root = roots.find((each) => each.id === id)
  if (root === undefined) throw new AppError('folder-not-found', say('unknown.thing', { thing: 'watchedFolder', id }))
  refuseOverlap(
    roots.filter((each) => each.id !== id),
    path,
  )
  refuseRemoved(db, path)
  write(() => {
    db.prepare("UPDATE roots SET path = ?, volume = '', inode = '' WHERE folder_id = ?").run(path, id)
    nameFolder(db, id, nameOfPath(path))
  })
  changed.text()
  return { ...root, path, volume: '', inode: '' }
}

/** Removed folders there can be restored while they are kept. */
function refuseRemoved(db: Context['db'], path: string): void {
  if (db.prepare<[string]>('SELECT 1 FROM roots WHERE path = ? AND removed_ms IS NOT NULL').get(path) === undefined)
    return
  throw new AppError('folder-overlaps', say('errors.folderKept', { path }))
}

type Row = { rootId: number; relativePath: string }

/**
 * Moves a folder to another path of its root, with everything below: one statement for any number of photos. The new
 * path must have no record yet.
 */
function renameFolder(context: Context, id: number, relativePath: string): void {
  const { db, write, changed } = context
  write(() => {
    const row = db
      .prepare<[number], Row>('SELECT root_id AS rootId, relative_path AS relativePath FROM folders WHERE id = ?')
      .get(id)
    if (row === undefined) return
    const cut = relativePath.lastIndexOf('/')
    const parentId = ensureFolder(context, row.rootId, cut < 0 ? '' : relativePath.slice(0, cut))
    movePaths(db, row, relativePath)
    nameFolder(db, id, relativePath.slice(cut + 1))
    db.prepare('UPDATE folders SET parent_id = ? WHERE id = ?').run(parentId, id)
  })
  changed.text()
}

function movePaths(db: Db, { rootId, relativePath }: Row, to: string): void {
  db.prepare(
    `UPDATE folders SET relative_path = @to || substr(relative_path, length(@path) + 1)
     WHERE root_id = @rootId AND ${withinPath('relative_path')}`,
  ).run({ rootId, to, ...pathRange(relativePath) })
}

/** Sets a folder's name, and the words that find it. */
function nameFolder(db: Db, id: number, name: string): void {
  db.prepare('UPDATE folders SET name = ? WHERE id = ?').run(name, id)
  db.prepare('UPDATE folder_text SET name = ? WHERE rowid = ?').run(fullTextWords(name), id)
}

/** Stores the system's keys of folders, so that they are recognised under another name. */
function setFolderKeys({ db, write }: Context, keys: readonly { id: number; key: string }[]): void {
  const update = db.prepare('UPDATE folders SET folder_key = @key WHERE id = @id')
  write(() => keys.forEach((each) => update.run(each)))
}
