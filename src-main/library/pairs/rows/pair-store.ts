import { join } from 'node:path'
import type { FileHashes } from '../../../analysis/photo/photo.ts'
import type { Settings } from '../../../contract/library/settings.ts'
import type { Context } from '../../catalog/context/context.ts'
import { createPathOf } from '../../folders/rows/create-path-of.ts'
import { deletePhotos } from '../../folders/rows/remove-photos.ts'
import { hasWork } from '../../catalog/context/has-work.ts'
import { chooseMain, type PairDependencies } from './choose-main.ts'
import { findPartner, readForFilm } from './find-partner.ts'
import { pairRankOf, pairKindOf } from '../kinds/pair-kind.ts'
import { insertPhoto } from '../../photos/rows/photo-rows.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

export type PairSettings = Pick<Settings, 'pairing' | 'mainOfPair' | 'copies'>

/** The result for some photos; `next` is where to continue, null at the end. */
export type PairPiece = { changed: number[]; gone: number[]; next: number | null }

/** A file without hashes, as last seen. */
export type UnhashedFile = {
  fileId: number
  path: string
  fileKey: string | null
  bytes: number
  modifiedMs: number
  changedMs: number | null
}

export type PairStore = {
  /**
   * Arranges some photos after an id by the settings: joined, separate, and with their picture or RAW file as main
   * file.
   */
  arrange(settings: PairSettings, after: number, limit: number): PairPiece
  /**
   * Joins photos whose file was just read with those of the same bytes, and splits former copies, if a person wants
   * copies together; otherwise it costs nothing.
   */
  settleCopies(settings: PairSettings, ids: readonly number[]): Pick<PairPiece, 'changed' | 'gone'>
  /** Files without hashes that are not their photo's main file. */
  unhashed(photoId: number): UnhashedFile[]
  saveHashes(fileId: number, hashes: FileHashes): void
}

type Dependencies = Context & PairDependencies

/** Photos of several files: a RAW file with its picture, a picture with its film. */
export function createPairStore(context: Dependencies): PairStore {
  const { db, write } = context
  const unhashed = db.prepare<[number], Omit<UnhashedFile, 'path'> & { folderId: number; name: string }>(
    `SELECT id AS fileId, folder_id AS folderId, name, file_key AS fileKey, bytes, modified_ms AS modifiedMs,
       changed_ms AS changedMs FROM files
     WHERE photo_id = ? AND is_main = 0 AND is_missing = 0 AND image_hash = ''`,
  )
  const save = db.prepare('UPDATE files SET content_hash = ?, image_hash = ? WHERE id = ?')
  return {
    arrange: (settings, after, limit) => arrange(context, settings, after, limit),
    // Separate copies stay so: `arrange` splits those that were together before.
    settleCopies: (settings, ids) =>
      settings.copies === 'apart'
        ? { changed: [], gone: [] }
        : settle(context, () => arrangeCopies(context, settings, ids, true)),
    unhashed: (photoId) =>
      unhashed
        .all(photoId)
        .map(({ folderId, name, ...file }) => ({ ...file, path: join(createPathOf(context)(folderId), name) })),
    saveHashes: (fileId, { contentHash, imageHash }) => write(() => void save.run(contentHash, imageHash, fileId)),
  }
}

type FileRow = { id: number; photoId: number; folderId: number; name: string; modifiedMs: number }

function arrange(context: Dependencies, settings: PairSettings, after: number, limit: number): PairPiece {
  const { db } = context
  const ids = db
    .prepare<[number, number], number>('SELECT id FROM photos WHERE id > ? ORDER BY id LIMIT ?')
    .pluck()
    .all(after, limit)
  const piece = settle(context, () => {
    const { changed, gone } = arrangeCopies(context, settings, ids, false)
    for (const id of ids) {
      if (settings.pairing === 'apart') changed.push(...splitPairs(context, id))
      else gone.push(...joinWithPartner(context, id))
      if (rankFiles(context, id, settings)) changed.push(id)
    }
    return { changed, gone }
  })
  return { ...piece, next: ids.length < limit ? null : (ids.at(-1) ?? null) }
}

type Arranged = Pick<PairPiece, 'changed' | 'gone'>

/** One transaction; announces the changed photos. */
function settle({ db, write, changed, thumbnails }: Dependencies, work: () => Arranged): Arranged {
  const piece = write(() => {
    const arranged = work()
    if (arranged.gone.length > 0) deletePhotos(db, arranged.gone)
    return arranged
  })
  thumbnails.remove(piece.gone)
  changed.photos([...piece.changed, ...piece.gone])
  if (piece.changed.length + piece.gone.length > 0) {
    changed.names()
    changed.text()
  }
  return piece
}

/** `onlyChanged`: real copies stay whatever the settings; a full check handles those. */
function arrangeCopies(
  context: Dependencies,
  { copies }: PairSettings,
  ids: readonly number[],
  onlyChanged: boolean,
): Arranged {
  const arranged: Arranged = { changed: [], gone: [] }
  for (const id of ids) {
    const apart = listCopies(context.db, id, { onlyChanged: onlyChanged || copies === 'together' })
    arranged.changed.push(...splitFiles(context, id, apart))
    if (copies === 'apart') continue
    const { kept, gone } = joinCopies(context.db, id)
    arranged.gone.push(...gone)
    if (gone.length > 0) arranged.changed.push(kept)
  }
  return arranged
}

/** Ranks the files of a photo with several; true if its main file changed. */
function rankFiles(context: Dependencies, photoId: number, { mainOfPair }: PairSettings): boolean {
  const { db } = context
  const files = db
    .prepare<[number], { id: number; name: string }>('SELECT id, name FROM files WHERE photo_id = ?')
    .all(photoId)
  if (files.length < 2) return false
  const rank = db.prepare('UPDATE files SET pair_rank = ? WHERE id = ?')
  for (const { id, name } of files) rank.run(pairRankOf(name, mainOfPair), id)
  return chooseMain(context, photoId)
}

/**
 * Gives a photo the files of its other half, if that has no work of a person. Two photos with work stay separate.
 * Returns the removed photos.
 */
function joinWithPartner(context: Dependencies, photoId: number): number[] {
  const { db } = context
  const file = db
    .prepare<[number], FileRow>(
      `SELECT id, photo_id AS photoId, folder_id AS folderId, name, modified_ms AS modifiedMs FROM files
       WHERE photo_id = ? AND is_main = 1 AND is_missing = 0`,
    )
    .get(photoId)
  const partner = file === undefined ? null : findPartner(db, file, photoId)
  if (partner === null || hasWork(db, partner)) return []
  db.prepare('UPDATE files SET photo_id = ?, is_main = 0 WHERE photo_id = ?').run(photoId, partner)
  readForFilm(db, photoId)
  return [partner]
}

type Row = { id: number; folderId: number; modifiedMs: number; isMissing: number }

/**
 * Makes a photo of each further file that a camera wrote; the person's work stays with the main file. Returns the
 * changed photos.
 */
function splitPairs(context: PairDependencies, photoId: number): number[] {
  const others = context.db
    .prepare<[number], { id: number; name: string }>(
      'SELECT id, name FROM files WHERE photo_id = ? AND is_main = 0 AND is_copy = 0',
    )
    .all(photoId)
  const halves = others.filter(({ name }) => pairKindOf(name) !== null).map(({ id }) => id)
  return splitFiles(context, photoId, halves)
}

/** Makes a photo of each of some files of a photo. Returns the changed photos. */
function splitFiles(
  { db, steps, fullText, now }: PairDependencies,
  photoId: number,
  fileIds: readonly number[],
): number[] {
  const others = db
    .prepare<[string], Row>(
      `SELECT id, folder_id AS folderId, modified_ms AS modifiedMs, is_missing AS isMissing FROM files
       WHERE id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(fileIds))
  if (others.length === 0) return []
  const added = others.map((file) => {
    const id = insertPhoto({ db, steps, now }, file)
    db.prepare('UPDATE files SET photo_id = ?, is_main = 1, is_copy = 0 WHERE id = ?').run(id, file.id)
    fullText.put(id)
    return id
  })
  return [photoId, ...added]
}

type SameContent = { photoId: number; contentHash: string; bytes: number }

/**
 * Joins the photos whose files have the same bytes. A photo with work takes in the others, else the oldest does; two
 * with work stay separate. Returns the photo and the removed ones.
 */
function joinCopies(db: Db, photoId: number): { kept: number; gone: number[] } {
  const none = { kept: photoId, gone: [] }
  const file = db
    .prepare<[number], SameContent>(
      `SELECT photo_id AS photoId, content_hash AS contentHash, bytes FROM files
       WHERE photo_id = ? AND is_main = 1 AND is_missing = 0 AND content_hash <> ''`,
    )
    .get(photoId)
  if (file === undefined) return none
  const equal = db
    .prepare<[string, number], number>(
      `SELECT f.photo_id FROM files f JOIN photos p ON p.id = f.photo_id JOIN roots r ON r.folder_id = p.root_id
       WHERE f.content_hash = ? AND f.bytes = ? AND f.is_main = 1 AND f.is_missing = 0
         AND p.removed_ms IS NULL AND r.removed_ms IS NULL ORDER BY f.photo_id`,
    )
    .pluck()
    .all(file.contentHash, file.bytes)
  const worked = equal.filter((id) => hasWork(db, id))
  const kept = worked[0] ?? equal[0]
  const gone = equal.filter((id) => id !== kept && !worked.includes(id))
  if (kept === undefined || gone.length === 0) return none
  const merge = db.prepare('UPDATE files SET photo_id = ?, is_main = 0, is_copy = 1 WHERE photo_id = ?')
  for (const id of gone) merge.run(kept, id)
  db.prepare('UPDATE files SET is_copy = 1 WHERE photo_id = ? AND is_main = 1').run(kept)
  return { kept, gone }
}

/** Ids of the copies in a photo, beside its main file, that must become separate photos. */
function listCopies(db: Db, photoId: number, { onlyChanged }: { onlyChanged: boolean }): number[] {
  return db
    .prepare<[{ photoId: number; all: number }], number>(
      `SELECT f.id FROM files f JOIN files m ON m.photo_id = f.photo_id AND m.is_main = 1
       WHERE f.photo_id = @photoId AND f.is_main = 0 AND f.is_copy = 1 AND (@all = 1
         OR (f.content_hash <> '' AND m.content_hash <> '' AND f.content_hash <> m.content_hash))`,
    )
    .pluck()
    .all({ photoId, all: onlyChanged ? 0 : 1 })
}
