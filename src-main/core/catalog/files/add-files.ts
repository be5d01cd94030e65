import type { Context } from '../context/context.ts'
import type { FullText } from '../metadata/full-text.ts'
import { toWallClockMs } from '../metadata/wall-clock.ts'
import type { Steps } from '../steps/steps.ts'
import type { FileFacts } from './known-files.ts'
import { nameKey } from './name-key.ts'

export type FileDependencies = Context & { steps: Steps; fullText: FullText }

/**
 * A place that is known already keeps its photo: such a file counts as changed. Returns the photos in the order given.
 */
export function addFiles(context: FileDependencies, files: readonly FileFacts[]): number[] {
  const { db, write, changed } = context
  const find = db.prepare<[number, string], { id: number; photo_id: number }>(
    'SELECT id, photo_id FROM files WHERE folder_id = ? AND name = ? ORDER BY is_missing LIMIT 1',
  )
  const ids = write(() =>
    files.map((file) => {
      const known = find.get(file.folderId, file.name)
      if (!known) return addFile(context, file)
      updateFiles(context, [{ ...file, fileId: known.id }])
      return known.photo_id
    }),
  )
  changed.photos(ids)
  changed.names()
  changed.text()
  return ids
}

/** A new photo with all steps pending; returns its id. Places instead of names: folders hold thousands of files. */
function addFile({ db, steps, fullText, now }: FileDependencies, file: FileFacts): number {
  const { id: setId, pending } = steps.intern({})
  const { folderId, name, bytes, modifiedMs, fileKey } = file
  const { lastInsertRowid } = db
    .prepare('INSERT INTO photos (added_ms, fallback_ms, step_set, pending) VALUES (?, ?, ?, ?)')
    .run(now(), toWallClockMs(modifiedMs), setId, pending)
  const photoId = Number(lastInsertRowid)
  db.prepare(
    `INSERT INTO files (photo_id, folder_id, name, name_key, bytes, modified_ms, file_key)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(photoId, folderId, name, nameKey(name), bytes, modifiedMs, fileKey)
  fullText.putName(photoId, name)
  return photoId
}

/** New size or time: what the person did stays, and everything that was found or read is asked for again. */
export function updateFiles(
  { db, write, changed, steps, inFlight }: FileDependencies,
  files: readonly (FileFacts & { fileId: number })[],
): void {
  const updateFile = db
    .prepare<[object], number>(
      `UPDATE files SET bytes = @bytes, modified_ms = @modifiedMs, file_key = @fileKey, is_missing = 0
       WHERE id = @fileId RETURNING photo_id`,
    )
    .pluck()
  const updatePhoto = db.prepare(
    `UPDATE photos SET fallback_ms = @fallbackMs, step_set = @setId, pending = @pending, needs_metadata = 1,
       failure = '', reason = '', crashes = 0, attempts = 0, is_missing = 0 WHERE id = @photoId`,
  )
  const ids = write(() => {
    const { id: setId, pending } = steps.intern({})
    return files.flatMap(({ fileId, bytes, modifiedMs, fileKey }) => {
      const photoId = updateFile.get({ fileId, bytes, modifiedMs, fileKey })
      if (photoId === undefined) return []
      updatePhoto.run({ photoId, fallbackMs: toWallClockMs(modifiedMs), setId, pending })
      return [photoId]
    })
  })
  ids.forEach((id) => inFlight.outdate(id))
  changed.photos(ids)
}
