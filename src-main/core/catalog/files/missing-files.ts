import type { Context } from '../context/context.ts'
import type { Db } from '../../../sqlite/connect.ts'
import type { Steps } from '../steps/steps.ts'

type Dependencies = Pick<Context, 'db' | 'write' | 'changed'> & { steps: Steps }

export function markMissing({ db, write, changed }: Dependencies, fileIds: readonly number[]): void {
  changed.photos(write(() => fileIds.flatMap((id) => setMissing(db, id, 1))))
}

/** A photo that failed only because its file was away is tried again. */
export function markPresent({ db, write, changed, steps }: Dependencies, fileIds: readonly number[]): void {
  const retry = db.prepare(
    `UPDATE photos SET step_set = ?, pending = ?, failure = '', reason = '' WHERE id = ? AND failure = 'file-missing'`,
  )
  const ids = write(() => {
    const { id: setId, pending } = steps.intern({})
    const photoIds = fileIds.flatMap((fileId) => setMissing(db, fileId, 0))
    for (const id of photoIds) retry.run(setId, pending, id)
    return photoIds
  })
  changed.photos(ids)
}

/** A photo is missing when all its files are. Returns the photo, or nothing for a file that is not known. */
export function setMissing(db: Db, fileId: number, isMissing: 0 | 1): number[] {
  const photoId = db
    .prepare<[number, number], number>('UPDATE files SET is_missing = ? WHERE id = ? RETURNING photo_id')
    .pluck()
    .get(isMissing, fileId)
  if (photoId === undefined) return []
  db.prepare(
    'UPDATE photos SET is_missing = (SELECT min(is_missing) FROM files WHERE photo_id = photos.id) WHERE id = ?',
  ).run(photoId)
  return [photoId]
}
