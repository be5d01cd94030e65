import { say } from '../../../contract/sentences/say.ts'
import { resolve } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import type { WatchMode } from '../../../contract/library/folder.ts'
import type { Context } from '../context/context.ts'
import type { Db } from '../../../sqlite/connect.ts'
import { relocateRoot } from './relocate-root.ts'
import type { RootProblemKind, RootRow } from './root-row.ts'
import { type HeldFile, listRoots, sampleFiles, setProblem } from './root-rows.ts'

/** The watched folders, and how they stand. */
export type RootStore = {
  roots(): RootRow[]
  /** Whether the person removed this root, so that it is only kept for a while. */
  isRemoved(rootId: number): boolean
  /** One row, however many photos the root has: they are `offline` while it is away. */
  setAvailable(rootId: number, isAvailable: boolean): void
  /** Remembers what the root's folder is apart from its path. */
  setIdentity(rootId: number, identity: { volume: string; inode: string }): void
  setWatching(rootId: number, watching: WatchMode): void
  /** Keeps a sentence about the root, or takes it back where it is empty. True where that changes something. */
  setProblem(rootId: number, kind: RootProblemKind, sentence: string): boolean
  /** Some photos that a root is known to hold, spread over its folders. */
  sample(rootId: number, limit: number): HeldFile[]
  /** The same watched folder at another path. Throws `folder-overlaps`. */
  relocateRoot(rootId: number, path: string): RootRow
}

export function createRootStore(context: Context): RootStore {
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
    setProblem: (rootId, kind, sentence) => setProblem(db, rootId, kind, sentence),
    sample: (rootId, limit) => sampleFiles(db, rootId, limit),
    relocateRoot: (rootId, path) => relocateRoot(context, listRoots(db), rootId, resolve(path)),
  }
}

/** One that the person removed counts too: it is there to be deleted. */
export function requireRoot(db: Db, id: number): void {
  if (db.prepare<[number]>('SELECT 1 FROM roots WHERE folder_id = ?').get(id) === undefined)
    throw new AppError('folder-not-found', say('unknown.thing', { thing: 'watchedFolder', id }))
}
