import { join, resolve, sep } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import type { Catalog, RootRow } from '../catalog.ts'
import type { Context } from '../context/context.ts'
import { type Removed, removePhotos } from './remove-photos.ts'
import type { Thumbnails } from '../thumbnails/thumbnails.ts'

type FolderRow = { id: number; parent_id: number | null; root_id: number; name: string; relative_path: string }
type Parts = Context & {
  countByFolder: () => Map<number, number>
  thumbnails: Pick<Thumbnails, 'remove' | 'removeAll'>
}

/** Roots and the folders below them. */
export function folderStore(context: Parts): Catalog['folders'] {
  const { db } = context
  const allRoots = db.prepare<[], { id: number; path: string; is_available: number }>(
    'SELECT folder_id AS id, path, is_available FROM roots ORDER BY id',
  )
  const availability = db.prepare<[number, number]>('UPDATE roots SET is_available = ? WHERE folder_id = ?')
  const roots = (): RootRow[] =>
    allRoots.all().map(({ id, path, is_available }) => ({ id, path, isAvailable: is_available === 1 }))
  const ensured = new Map<string, number>()
  return {
    addRoot: (path) => addRoot(context, roots(), resolve(path)),
    removeRoot: (id) => {
      requireRoot(roots(), id)
      ensured.clear()
      return removeRoot(context, id)
    },
    removeSome: (id, limit) => {
      requireRoot(roots(), id)
      const { gone, isLast } = removeSome(context, id, limit)
      return { ids: gone, isLast }
    },
    roots,
    setAvailable: (rootId, isAvailable) => {
      requireRoot(roots(), rootId)
      availability.run(isAvailable ? 1 : 0, rootId)
    },
    ensure: (rootId, relativePath) => {
      const clean = cleanRelative(relativePath)
      const key = `${rootId}/${clean}`
      const id = ensured.get(key) ?? context.write(() => ensureFolder(context, rootId, clean))
      ensured.set(key, id)
      return id
    },
    list: () => listFolders(context, roots()),
    pathOf: createPathOf(context),
  }
}

function addRoot({ db, write, changed }: Context, roots: RootRow[], path: string): RootRow {
  const other = roots.find((root) => overlaps(root.path, path))
  if (other)
    throw new AppError(
      'folder-overlaps',
      `${path} overlaps with ${other.path}, which is already in the library. Choose a folder outside it, or remove that folder first.`,
    )
  return write(() => {
    const id = insertFolder(db, null, 0, path.split(sep).filter(Boolean).at(-1) ?? path, '')
    db.prepare('INSERT INTO roots (folder_id, path) VALUES (?, ?)').run(id, path)
    changed.text()
    return { id, path, isAvailable: true }
  })
}

function overlaps(a: string, b: string): boolean {
  const fold = process.platform === 'linux' ? (text: string) => text : (text: string) => text.toLowerCase()
  const withEnd = (path: string) => (path.endsWith(sep) ? fold(path) : fold(path) + sep)
  return withEnd(a).startsWith(withEnd(b)) || withEnd(b).startsWith(withEnd(a))
}

function insertFolder(
  db: Context['db'],
  parentId: number | null,
  rootId: number,
  name: string,
  relativePath: string,
): number {
  const insert = db.prepare('INSERT INTO folders (parent_id, root_id, name, relative_path) VALUES (?, ?, ?, ?)')
  const id = Number(insert.run(parentId, rootId, name, relativePath).lastInsertRowid)
  if (rootId === 0) db.prepare('UPDATE folders SET root_id = id WHERE id = ?').run(id)
  db.prepare('INSERT INTO folder_text (rowid, name) VALUES (?, ?)').run(id, name)
  return id
}

function removeRoot(context: Parts, id: number): number[] {
  const { db } = context
  return removeSome(context, id, Number.MAX_SAFE_INTEGER, () => {
    db.prepare('DELETE FROM folder_text WHERE rowid IN (SELECT id FROM folders WHERE root_id = ?)').run(id)
    db.prepare('DELETE FROM folders WHERE id = ?').run(id)
  }).gone
}

function removeSome(context: Parts, id: number, limit: number, finish: () => void = () => {}): Removed {
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

function requireRoot(roots: RootRow[], id: number): RootRow {
  const root = roots.find((each) => each.id === id)
  if (!root) throw new AppError('folder-not-found', `There is no watched folder with the id ${id}.`)
  return root
}

function cleanRelative(path: string): string {
  const names = path
    .replaceAll('\\', sep === '\\' ? '/' : '\\')
    .split('/')
    .filter((name) => name !== '' && name !== '.')
  if (names.includes('..')) throw new AppError('bad-params', `The folder path "${path}" leaves its root.`)
  return names.join('/')
}

function ensureFolder(context: Context, rootId: number, relativePath: string): number {
  const { db, changed } = context
  const find = db.prepare<[number, string], { id: number }>(
    'SELECT id FROM folders WHERE root_id = ? AND relative_path = ?',
  )
  const found = find.get(rootId, relativePath)
  if (found) return found.id
  if (relativePath === '') throw new AppError('folder-not-found', `There is no watched folder with the id ${rootId}.`)
  const cut = relativePath.lastIndexOf('/')
  const parentId = ensureFolder(context, rootId, cut < 0 ? '' : relativePath.slice(0, cut))
  changed.text()
  return insertFolder(db, parentId, rootId, relativePath.slice(cut + 1), relativePath)
}

/**
 * Watched folders, and below them those that hold photos; a folder that was emptied or renamed leaves no trace here.
 */
function listFolders({ db, countByFolder }: Parts, roots: RootRow[]) {
  const rows = db.prepare<[], FolderRow>('SELECT * FROM folders ORDER BY root_id, relative_path').all()
  const counts = addUp(rows, countByFolder())
  const rootOf = new Map(roots.map((root) => [root.id, root]))
  return rows
    .filter((row) => row.parent_id === null || (counts.get(row.id) ?? 0) > 0)
    .map((row) => {
      const root = rootOf.get(row.root_id)
      const path = join(root?.path ?? '', ...row.relative_path.split('/'))
      return {
        id: row.id,
        parentId: row.parent_id,
        name: row.name,
        path,
        photoCount: counts.get(row.id) ?? 0,
        isAvailable: root?.isAvailable ?? false,
      }
    })
}

/** Counts of each folder with those below it. A child's id is always greater than its parent's. */
function addUp(rows: readonly FolderRow[], own: Map<number, number>): Map<number, number> {
  const sums = new Map(own)
  for (const row of [...rows].sort((a, b) => b.id - a.id)) {
    if (row.parent_id !== null) sums.set(row.parent_id, (sums.get(row.parent_id) ?? 0) + (sums.get(row.id) ?? 0))
  }
  return sums
}

/** The absolute path of a folder by its id; throws `folder-not-found`. */
export function createPathOf({ db }: Pick<Context, 'db'>) {
  const select = db.prepare<[number], { path: string; relative_path: string }>(
    'SELECT r.path, f.relative_path FROM folders f JOIN roots r ON r.folder_id = f.root_id WHERE f.id = ?',
  )
  return (folderId: number): string => {
    const row = select.get(folderId)
    if (!row) throw new AppError('folder-not-found', `There is no folder with the id ${folderId}.`)
    return join(row.path, ...row.relative_path.split('/'))
  }
}
