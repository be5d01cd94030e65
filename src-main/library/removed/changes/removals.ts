import { say } from '../../../contract/sentences/say.ts'
import { refuseOverlap } from '../../folders/rows/add-folders.ts'
import { listRoots } from '../../folders/rows/root-rows.ts'
import type { Context } from '../../catalog/context/context.ts'
import { type ChangeKind, type Group, groupByState } from '../../history/kinds/change-kind.ts'
import { photoStatus } from '../../catalog/codecs/numbered.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

/** Removes a watched folder from the library; `photos` is their number. All its data is kept for a while. */
type RemoveFolder = { kind: 'remove-folder'; path: string; photos: number }

/** The state is whether it is removed. */
export const removeFolder: ChangeKind<RemoveFolder, boolean> = {
  kind: 'remove-folder',
  subject: 'folders',
  isRemoval: true,
  announces: () => ['folders.changed', 'all-photos'],
  risk: () => say('backups.folderRemoval'),
  given: () => true,
  read: ({ db }, _change, ids) => readRemoved(db, 'roots', ids),
  write: (context, _change, ids, isRemoved) => {
    if (isRemoved) remove(context, ids)
    else for (const id of ids) bringBack(context, id)
  },
  describe: ({ path, photos }) => say('changes.folderRemoved', { path, photos }),
  photosOf: ({ photos }) => photos,
}

function remove({ db, now, changed }: Context, ids: readonly number[]): void {
  const update = db.prepare('UPDATE roots SET removed_ms = ? WHERE folder_id = ?')
  for (const id of ids) update.run(now(), id)
  changed.photos(showOtherFiles(db))
}

/** Throws `folder-overlaps` if a new folder of the library contains this one or is in it. */
function bringBack({ db }: Context, id: number): void {
  const path = db.prepare<[number], string>('SELECT path FROM roots WHERE folder_id = ?').pluck().get(id)
  if (path === undefined) return
  refuseOverlap(listRoots(db), path)
  db.prepare('UPDATE roots SET removed_ms = NULL WHERE folder_id = ?').run(id)
}

/** A photo that also has a file in a remaining folder is shown by that file; returns those photos. */
function showOtherFiles(db: Context['db']): number[] {
  const isRemoved = (folder: string) =>
    `(SELECT r.removed_ms IS NOT NULL FROM folders d JOIN roots r ON r.folder_id = d.root_id WHERE d.id = ${folder})`
  const others = db
    .prepare<[], { id: number; photoId: number }>(
      `SELECT o.id, o.photo_id AS photoId FROM files o JOIN files m ON m.photo_id = o.photo_id AND m.is_main = 1
       WHERE o.is_main = 0 AND ${isRemoved('m.folder_id')} AND NOT ${isRemoved('o.folder_id')} GROUP BY o.photo_id`,
    )
    .all()
  for (const { id, photoId } of others) {
    db.prepare('UPDATE files SET is_main = 0 WHERE photo_id = ? AND is_main = 1').run(photoId)
    db.prepare('UPDATE files SET is_main = 1 WHERE id = ?').run(id)
  }
  return others.map(({ photoId }) => photoId)
}

/** Removes missing photos from the library. All their data is kept for a while. */
type RemoveMissing = { kind: 'remove-missing' }

/** The state is whether the photo is removed. */
export const removeMissing: ChangeKind<RemoveMissing, boolean> = {
  kind: 'remove-missing',
  subject: 'photos',
  isRemoval: true,
  /** A photo that has a file again stays. */
  choose: ({ db }, _change, ids) =>
    db
      .prepare<[string], number>(
        `SELECT id FROM photos WHERE id IN (SELECT value FROM json_each(?)) AND status = ${photoStatus.number.missing}
         ORDER BY id`,
      )
      .pluck()
      .all(JSON.stringify(ids)),
  given: () => true,
  read: ({ db }, _change, ids) => readRemoved(db, 'photos', ids),
  write: ({ db, now }, _change, ids, isRemoved) => {
    db.prepare('UPDATE photos SET removed_ms = ? WHERE id IN (SELECT value FROM json_each(?))').run(
      isRemoved ? now() : null,
      JSON.stringify(ids),
    )
  },
  describe: (_change, count) => say('changes.missingRemoved', { count }),
}

const queries = {
  roots: 'SELECT folder_id, removed_ms IS NOT NULL FROM roots WHERE folder_id IN (SELECT value FROM json_each(?))',
  photos: 'SELECT id, removed_ms IS NOT NULL FROM photos WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
}

/** Which watched folders or photos are removed. */
export function readRemoved(db: Db, table: keyof typeof queries, ids: readonly number[]): Group<boolean>[] {
  const rows = db.prepare<[string], [number, number]>(queries[table]).raw().all(JSON.stringify(ids))
  return groupByState(rows).map((group) => ({ state: group.state === 1, ids: group.ids }))
}
