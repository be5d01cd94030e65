import { basename, dirname, join, relative, sep } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import type { Catalog, FileFacts, KnownFile } from '../catalog.ts'
import type { Context } from '../context/context.ts'
import { createPathOf } from '../folders/folder-store.ts'
import type { FullText } from '../metadata/full-text.ts'
import { saveMetadata } from '../metadata/photo-metadata.ts'
import { nameKey } from './name-key.ts'
import type { Steps } from '../steps/steps.ts'
import { toWallClockMs } from '../metadata/wall-clock.ts'

export type FileParts = Context & { steps: Steps; fullText: FullText }
type KnownRow = {
  fileId: number
  photoId: number
  folderId: number
  name: string
  bytes: number
  modifiedMs: number
  fileKey: string | null
  isMissing: number
}

const KNOWN = `SELECT f.id AS fileId, f.photo_id AS photoId, f.folder_id AS folderId, f.name, f.bytes, f.modified_ms AS modifiedMs,
  f.file_key AS fileKey, f.is_missing AS isMissing FROM files f`

/**
 * Files and where they lie. One call is one transaction: 1,000 files take some 20 ms, so callers hand over thousands,
 * not all.
 */
export function fileStore(parts: FileParts): Catalog['files'] {
  const { db } = parts
  const known = db.prepare<[number], KnownRow>(`${KNOWN} JOIN folders d ON d.id = f.folder_id WHERE d.root_id = ?`)
  const unread = db.prepare<[number], { id: number; folder_id: number; name: string }>(
    `SELECT p.id, f.folder_id, f.name FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1
     WHERE p.needs_metadata = 1 AND p.status <> 3 ORDER BY p.sort_ms DESC, p.id DESC LIMIT ?`,
  )
  const withContent = db
    .prepare<[string], number>(
      "SELECT DISTINCT photo_id FROM files WHERE content_hash = ? AND content_hash <> '' ORDER BY photo_id",
    )
    .pluck()
  const pathOfFolder = createPathOf(parts)
  return {
    known: (rootId) => known.all(rootId).map((row) => ({ ...row, isMissing: row.isMissing === 1 }) satisfies KnownFile),
    add: (files) => addFiles(parts, files),
    update: (files) => updateFiles(parts, files),
    move: (fileId, folderId, name, fileKey) => moveFile(parts, { fileId, folderId, name, fileKey }),
    markMissing: (fileIds) => markMissing(parts, fileIds),
    markPresent: (fileIds) => markPresent(parts, fileIds),
    pathOf: (photoId) => pathOfPhoto(parts, photoId),
    findByPath: (path) => findByPath(parts, path),
    withContent: (contentHash) => withContent.all(contentHash),
    withoutMetadata: (limit) =>
      unread.all(limit).map((row) => ({ id: row.id, path: join(pathOfFolder(row.folder_id), row.name) })),
    saveMetadata: (batch) => saveMetadata(parts, batch),
  }
}

/** A place that is known already keeps its photo: such a file counts as changed. */
function addFiles(parts: FileParts, files: readonly FileFacts[]): number[] {
  const { db, write, changed, steps, fullText } = parts
  const ids = write(() => {
    const { id: setId, pending } = steps.intern({})
    const find = db.prepare<[number, string], { id: number; photo_id: number }>(
      'SELECT id, photo_id FROM files WHERE folder_id = ? AND name = ? ORDER BY is_missing LIMIT 1',
    )
    const addPhoto = db.prepare<[number, number, number, number]>(
      'INSERT INTO photos (added_ms, fallback_ms, step_set, pending) VALUES (?, ?, ?, ?)',
    )
    const addFile = db.prepare(
      'INSERT INTO files (photo_id, folder_id, name, name_key, bytes, modified_ms, file_key) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    return files.map((file) => {
      const there = find.get(file.folderId, file.name)
      if (there) {
        updateFiles(parts, [{ ...file, fileId: there.id }])
        return there.photo_id
      }
      const id = Number(addPhoto.run(parts.now(), toWallClockMs(file.modifiedMs), setId, pending).lastInsertRowid)
      addFile.run(id, file.folderId, file.name, nameKey(file.name), file.bytes, file.modifiedMs, file.fileKey)
      fullText.putName(id, file.name)
      return id
    })
  })
  tell(changed, ids)
  return ids
}

function updateFiles(
  { db, write, changed, steps, inFlight }: FileParts,
  files: readonly (FileFacts & { fileId: number })[],
) {
  const ids = write(() => {
    const { id: setId, pending } = steps.intern({})
    const updateFile = db.prepare<unknown[], { photo_id: number }>(
      'UPDATE files SET bytes = ?, modified_ms = ?, file_key = ?, is_missing = 0 WHERE id = ? RETURNING photo_id',
    )
    const updatePhoto = db.prepare(
      `UPDATE photos SET fallback_ms = ?, step_set = ?, pending = ?, needs_metadata = 1, failure = '', reason = '', crashes = 0, attempts = 0, is_missing = 0 WHERE id = ?`,
    )
    return files.flatMap((file) => {
      const row = updateFile.get(file.bytes, file.modifiedMs, file.fileKey, file.fileId)
      if (row) updatePhoto.run(toWallClockMs(file.modifiedMs), setId, pending, row.photo_id)
      return row ? [row.photo_id] : []
    })
  })
  ids.forEach((id) => inFlight.outdate(id))
  changed.photos(ids)
}

type Move = { fileId: number; folderId: number; name: string; fileKey: string | null }

/** Where another file is recorded at the new place, that one counts as missing until a scan finds it again. */
function moveFile({ db, write, changed, fullText }: FileParts, { fileId, folderId, name, fileKey }: Move) {
  const ids = write(() => {
    const others = db
      .prepare<[number, string, number], { id: number; photo_id: number }>(
        'SELECT id, photo_id FROM files WHERE folder_id = ? AND name = ? AND id <> ? AND is_missing = 0',
      )
      .all(folderId, name, fileId)
    for (const other of others) setMissing(db, other.id, 1)
    const row = db
      .prepare<unknown[], { photo_id: number }>(
        'UPDATE files SET folder_id = ?, name = ?, name_key = ?, file_key = ?, is_missing = 0 WHERE id = ? RETURNING photo_id',
      )
      .get(folderId, name, nameKey(name), fileKey, fileId)
    if (!row) throw new AppError('file-missing', `There is no file with the id ${fileId} in the catalogue.`)
    db.prepare('UPDATE photos SET is_missing = 0 WHERE id = ?').run(row.photo_id)
    fullText.put(row.photo_id)
    return [row.photo_id, ...others.map((other) => other.photo_id)]
  })
  tell(changed, ids)
}

function markMissing({ db, write, changed }: FileParts, fileIds: readonly number[]) {
  changed.photos(write(() => fileIds.flatMap((id) => setMissing(db, id, 1))))
}

/** A photo that failed only because its file was away is tried again. */
function markPresent(parts: FileParts, fileIds: readonly number[]) {
  const { db, write, changed, steps } = parts
  const ids = write(() => {
    const { id: setId, pending } = steps.intern({})
    const retry = db.prepare(
      `UPDATE photos SET step_set = ?, pending = ?, failure = '', reason = '' WHERE id = ? AND failure = 'file-missing'`,
    )
    return fileIds.flatMap((fileId) => {
      const photoIds = setMissing(db, fileId, 0)
      for (const id of photoIds) retry.run(setId, pending, id)
      return photoIds
    })
  })
  changed.photos(ids)
}

/** A photo is missing when all its files are. */
function setMissing(db: Context['db'], fileId: number, isMissing: 0 | 1): number[] {
  const row = db
    .prepare<[number, number], { photo_id: number }>('UPDATE files SET is_missing = ? WHERE id = ? RETURNING photo_id')
    .get(isMissing, fileId)
  if (!row) return []
  db.prepare(
    'UPDATE photos SET is_missing = (SELECT min(is_missing) FROM files WHERE photo_id = photos.id) WHERE id = ?',
  ).run(row.photo_id)
  return [row.photo_id]
}

function pathOfPhoto(parts: FileParts, photoId: number): string {
  const row = parts.db
    .prepare<[number], { folder_id: number; name: string }>(
      'SELECT folder_id, name FROM files WHERE photo_id = ? AND is_main = 1',
    )
    .get(photoId)
  if (!row) throw new AppError('photo-not-found', `There is no photo with the id ${photoId}.`)
  return join(createPathOf(parts)(row.folder_id), row.name)
}

function findByPath({ db }: FileParts, path: string): number | null {
  const roots = db.prepare<[], { id: number; path: string }>('SELECT folder_id AS id, path FROM roots').all()
  const select = db
    .prepare<[number, string, string], number>(
      'SELECT f.photo_id FROM files f JOIN folders d ON d.id = f.folder_id WHERE d.root_id = ? AND d.relative_path = ? AND f.name = ? ORDER BY f.is_missing LIMIT 1',
    )
    .pluck()
  for (const root of roots) {
    const inside = relative(root.path, dirname(path))
    if (inside === '..' || inside.startsWith(`..${sep}`)) continue
    const found = select.get(root.id, inside.split(sep).join('/'), basename(path))
    if (found !== undefined) return found
  }
  return null
}

function tell(changed: Context['changed'], ids: readonly number[]) {
  changed.photos(ids)
  changed.names()
  changed.text()
}
