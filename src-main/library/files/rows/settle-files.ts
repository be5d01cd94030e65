import { chooseMain } from '../../pairs/rows/choose-main.ts'
import { readAgain } from '../../photos/rows/photo-rows.ts'
import { noteFolderChange, noteLeaving, prepareArrivals } from '../../metadata/write/rows/left-sidecars.ts'
import type { FileDependencies } from './file-dependencies.ts'
import type { FileInfo } from './known-files.ts'
import { setMissing } from './missing-files.ts'
import { nameKey } from './name-key.ts'

/** A known file as it was found: its present place, and whether its content has changed since it was last read. */
export type SettledFile = FileInfo & { fileId: number; isChanged: boolean }

type Before = {
  photoId: number
  folderId: number
  name: string
  isMissing: number
  contentHash: string
  imageHash: string
}

/**
 * Records the present places and states of known files; their photos keep all their data. Files of one call may have
 * exchanged places. If a third file is recorded at such a place, it counts as missing until a scan finds it again. A
 * file with changed content is read and analysed again, and its earlier hashes are kept.
 */
export function settleFiles(context: FileDependencies, files: readonly SettledFile[]): number[] {
  const { write, changed, inFlight } = context
  const touched = new Set<number>()
  let areNamesNew = false
  write(() => {
    const before = new Map(files.map(({ fileId }) => [fileId, readFile(context, fileId)]))
    const known = files.filter(({ fileId }) => before.get(fileId) !== undefined)
    const moved = known.filter((file) => isMoved(file, before.get(file.fileId)))
    noteLeaving(
      context,
      moved.map(({ fileId }) => fileId),
    )
    for (const { fileId } of moved) leavePlace(context, fileId)
    for (const file of known) {
      const was = before.get(file.fileId)
      if (was === undefined) continue
      settleOne(context, file, was).forEach((id) => touched.add(id))
      areNamesNew ||= was.name !== file.name
    }
  })
  for (const id of touched) inFlight.outdate(id)
  changed.photos(touched)
  if (areNamesNew) changed.names()
  if (touched.size > 0) changed.text()
  return [...touched]
}

const isMoved = (file: SettledFile, was: Before | undefined) =>
  was !== undefined && (was.folderId !== file.folderId || was.name !== file.name)

const readFile = ({ db }: FileDependencies, fileId: number): Before | undefined =>
  db
    .prepare<[number], Before>(
      `SELECT photo_id AS photoId, folder_id AS folderId, name, is_missing AS isMissing, content_hash AS contentHash,
         image_hash AS imageHash FROM files WHERE id = ?`,
    )
    .get(fileId)

const leavePlace = ({ db }: FileDependencies, fileId: number) =>
  db.prepare('UPDATE files SET is_missing = 1 WHERE id = ?').run(fileId)

/** Returns the photos that windows must show again; none if only the key has changed. */
function settleOne(context: FileDependencies, file: SettledFile, was: Before): number[] {
  const { db } = context
  const hasMoved = isMoved(file, was)
  const others = hasMoved || was.isMissing === 1 ? displaceOthers(context, file) : []
  if (file.isChanged) rememberVersion(context, file.fileId, was)
  db.prepare(
    `UPDATE files SET folder_id = @folderId, name = @name, name_key = @nameKey, bytes = @bytes,
       modified_ms = @modifiedMs, changed_ms = @changedMs, file_key = @fileKey, device = @device WHERE id = @fileId`,
  ).run({ ...fileInfoOf(file), fileId: file.fileId, nameKey: nameKey(file.name) })
  if (hasMoved || was.isMissing === 1) setMissing(db, file.fileId, null)
  if (hasMoved || was.isMissing === 1) prepareArrivals(context).note({ ...file, photoId: was.photoId })
  if (was.folderId !== file.folderId) noteFolderChange(context, { photoId: was.photoId, former: was, present: file })
  if (was.isMissing === 1) retryMissing(context, was.photoId)
  if (file.isChanged) readAgain(context, was.photoId, file.modifiedMs)
  if (was.name !== file.name) context.fullText.put(was.photoId)
  for (const id of hasMoved || was.isMissing === 1 ? [was.photoId, ...others] : []) chooseMain(context, id)
  return hasMoved || was.isMissing === 1 || file.isChanged ? [was.photoId, ...others] : []
}

const fileInfoOf = ({ folderId, name, bytes, modifiedMs, changedMs = null, fileKey, device = '' }: SettledFile) => ({
  folderId,
  name,
  bytes,
  modifiedMs,
  changedMs,
  fileKey,
  device,
})

function displaceOthers({ db, now }: FileDependencies, { folderId, name, fileId }: SettledFile): number[] {
  return db
    .prepare<[number, string, number], number>(
      'SELECT id FROM files WHERE folder_id = ? AND name = ? AND id <> ? AND is_missing = 0',
    )
    .pluck()
    .all(folderId, name, fileId)
    .flatMap((id) => setMissing(db, id, now()))
}

function rememberVersion({ db, now }: FileDependencies, fileId: number, { contentHash, imageHash }: Before): void {
  if (contentHash === '' && imageHash === '') return
  db.prepare(
    'INSERT OR REPLACE INTO file_versions (file_id, image_hash, content_hash, seen_ms) VALUES (?, ?, ?, ?)',
  ).run(fileId, imageHash, contentHash, now())
  db.prepare("UPDATE files SET content_hash = '', image_hash = '' WHERE id = ?").run(fileId)
}

/** A photo that failed only because its file was away is tried again. */
function retryMissing({ db, steps }: FileDependencies, photoId: number): void {
  const { id: setId, pending, later } = steps.intern({})
  db.prepare(
    `UPDATE photos SET step_set = ?, pending = ?, later = ?, failure = '', reason = ''
     WHERE id = ? AND failure = 'file-missing'`,
  ).run(setId, pending, later, photoId)
}
