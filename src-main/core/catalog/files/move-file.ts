import { AppError } from '../../../contract/errors.ts'
import type { FileDependencies } from './add-files.ts'
import { setMissing } from './missing-files.ts'
import { nameKey } from './name-key.ts'

export type Move = { fileId: number; folderId: number; name: string; fileKey: string | null }

/** Where another file is recorded at the new place, that one counts as missing until a scan finds it again. */
export function moveFile({ db, write, changed, fullText }: FileDependencies, move: Move): void {
  const { fileId, folderId, name } = move
  const findOthers = db
    .prepare<[number, string, number], number>(
      'SELECT id FROM files WHERE folder_id = ? AND name = ? AND id <> ? AND is_missing = 0',
    )
    .pluck()
  const update = db
    .prepare<[object], number>(
      `UPDATE files SET folder_id = @folderId, name = @name, name_key = @nameKey, file_key = @fileKey, is_missing = 0
       WHERE id = @fileId RETURNING photo_id`,
    )
    .pluck()
  const ids = write(() => {
    const others = findOthers.all(folderId, name, fileId).flatMap((id) => setMissing(db, id, 1))
    const photoId = update.get({ ...move, nameKey: nameKey(name) })
    if (photoId === undefined)
      throw new AppError('file-missing', `There is no file with the id ${fileId} in the catalogue.`)
    db.prepare('UPDATE photos SET is_missing = 0 WHERE id = ?').run(photoId)
    fullText.put(photoId)
    return [photoId, ...others]
  })
  changed.photos(ids)
  changed.names()
  changed.text()
}
