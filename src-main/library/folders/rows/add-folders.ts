import { fullTextWords } from '../../catalog/vocabulary/full-text-words.ts'
import { say } from '../../../contract/sentences/say.ts'
import { sep } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import type { Context } from '../../catalog/context/context.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import type { RootRow } from './root-row.ts'

/** Throws `folder-overlaps` if the path is in one of the roots or contains one. */
export function refuseOverlap(roots: readonly RootRow[], path: string): void {
  const other = roots.find((root) => overlaps(root.path, path))
  if (other) throw new AppError('folder-overlaps', say('errors.folderOverlaps', { path, other: other.path }))
}

/** The name of a watched folder. */
export const nameOfPath = (path: string): string => path.split(sep).filter(Boolean).at(-1) ?? path

/** Throws `folder-overlaps`. */
export function addRoot({ db, write, changed }: Context, roots: readonly RootRow[], path: string): RootRow {
  refuseOverlap(roots, path)
  return write(() => {
    const id = insertFolder(db, { parentId: null, rootId: 0, name: nameOfPath(path), relativePath: '' })
    db.prepare('INSERT INTO roots (folder_id, path) VALUES (?, ?)').run(id, path)
    changed.text()
    return { id, path, isAvailable: true, watching: 'auto', volume: '', inode: '', problems: {} }
  })
}

function overlaps(a: string, b: string): boolean {
  const fold = process.platform === 'linux' ? (text: string) => text : (text: string) => text.toLowerCase()
  const withEnd = (path: string) => (path.endsWith(sep) ? fold(path) : fold(path) + sep)
  return withEnd(a).startsWith(withEnd(b)) || withEnd(b).startsWith(withEnd(a))
}

type NewFolder = { parentId: number | null; rootId: number; name: string; relativePath: string }

/** A folder without a root (0) is its own root. */
function insertFolder(db: Db, folder: NewFolder): number {
  const { lastInsertRowid } = db
    .prepare(
      'INSERT INTO folders (parent_id, root_id, name, relative_path) VALUES (@parentId, @rootId, @name, @relativePath)',
    )
    .run(folder)
  const id = Number(lastInsertRowid)
  if (folder.rootId === 0) db.prepare('UPDATE folders SET root_id = id WHERE id = ?').run(id)
  db.prepare('INSERT INTO folder_text (rowid, name) VALUES (?, ?)').run(id, fullTextWords(folder.name))
  return id
}

/** The id of a folder below a root; a new one is added with its parents. `relativePath` has `/` between names. */
export function ensureFolder(context: Context, rootId: number, relativePath: string): number {
  const { db, changed } = context
  const found = db
    .prepare<[number, string], number>('SELECT id FROM folders WHERE root_id = ? AND relative_path = ?')
    .pluck()
    .get(rootId, relativePath)
  if (found !== undefined) return found
  if (relativePath === '')
    throw new AppError('folder-not-found', say('unknown.thing', { thing: 'watchedFolder', id: rootId }))
  const cut = relativePath.lastIndexOf('/')
  const parentId = ensureFolder(context, rootId, cut < 0 ? '' : relativePath.slice(0, cut))
  changed.text()
  return insertFolder(db, { parentId, rootId, name: relativePath.slice(cut + 1), relativePath })
}

/** Names with `/` between them; throws `bad-params` if the path leaves its root. */
export function cleanRelative(path: string): string {
  const names = path
    .replaceAll('\\', sep === '\\' ? '/' : '\\')
    .split('/')
    .filter((name) => name !== '' && name !== '.')
  if (names.includes('..')) throw new AppError('bad-params', say('errors.leavesRoot', { path }))
  return names.join('/')
}
