import type { FilmPart } from '../../../contract/library/film.ts'
import { rereadOutdatedSidecars } from '../../metadata/rows/reread-outdated-sidecars.ts'
import {
  countMetadataProblems,
  lacksMetadata,
  listUnread,
  markUnreadable,
  saveMetadata,
  type ReadMetadata,
  toRead,
  type UnreadableMetadata,
  type UnreadPhoto,
  type MetadataProblems,
} from '../../metadata/rows/photo-metadata.ts'
import { hasWork } from '../../catalog/context/has-work.ts'
import type { FileDependencies } from './file-dependencies.ts'
import {
  type FileEvidence,
  type FileHashes,
  isHeldElsewhere,
  type NearShot,
  readEvidence,
  shotsBeside,
} from './file-evidence.ts'
import {
  countFiles,
  fileById,
  type FileInfo,
  filesAfter,
  filesAlike,
  filesAt,
  filesLike,
  filesOfSizeAndTime,
  filesWithKey,
  type KnownFile,
  type LikeFiles,
  listKnownFiles,
} from './known-files.ts'
import { markMissing } from './missing-files.ts'
import { countRecordedFiles, listRecordedFiles, type RecordedFile } from './recorded-files.ts'
import { type AlikeFile, findAlike, isPictureUnknown, missingSince, reuniteFiles } from './reunite-files.ts'
import { type SettledFile, settleFiles } from './settle-files.ts'
import { prepareArrivals } from '../../metadata/write/rows/left-sidecars.ts'
import { chooseMain } from '../../pairs/rows/choose-main.ts'
import { findPartner, readForFilm } from '../../pairs/rows/find-partner.ts'
import { pairKindOf, pairRankOf } from '../../pairs/kinds/pair-kind.ts'
import { insertPhoto } from '../../photos/rows/photo-rows.ts'
import { nameKey } from './name-key.ts'
import { say } from '../../../contract/sentences/say.ts'
import { basename, dirname, join, relative, sep } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { createPathOf } from '../../folders/rows/create-path-of.ts'
import { IS_IN_LIBRARY } from '../../folders/rows/absent-roots.ts'
import { pathRange, withinPath } from '../../folders/rows/folder-lookups.ts'

export type FileStore = {
  /** Every known file below a root, missing ones too. It grows with the library: scans query only what they need. */
  known(rootId: number): KnownFile[]
  byId(fileId: number): KnownFile | undefined
  /** Files with these names in a folder; of several with one name, a present one comes first. */
  at(folderId: number, names: readonly string[]): KnownFile[]
  /** Files of a folder that are not missing, at most `limit` in the order of their names, after a name. */
  after(folderId: number, name: string, limit: number): KnownFile[]
  /** How many files of a folder are not missing. */
  count(folderId: number): number
  /** Files of a folder whose name differs from this one at most in case or Unicode form. */
  namedAlike(folderId: number, name: string): KnownFile[]
  /**
   * Files of any root that may be a found file: with the same key, the same size and time, or missing with the same
   * size; of each kind at most `limit`, or some dozens.
   */
  like(file: Omit<FileInfo, 'folderId' | 'name'>, limit?: number): LikeFiles
  /** Files of any root with this key; at most some dozens of hard links. */
  withKey(fileKey: string): KnownFile[]
  /** All files of any root with this size and a time from `fromMs` up to `untilMs`, a page at a time. */
  ofSizeAndTime(wanted: { bytes: number; fromMs: number; untilMs: number }): Generator<KnownFile[]>
  /** What a file is compared by with a found one. */
  evidence(fileId: number): FileEvidence
  /** The shot of a file and others of its camera and second; null if its time or camera is unknown. */
  shotsBeside(fileId: number): { own: NearShot; others: NearShot[] } | null
  /** Whether a file of another photo has this content or picture. */
  isHeldElsewhere(photoId: number, hashes: FileHashes): boolean
  /** Whether a photo has work of a person that would be missed. */
  hasWork(photoId: number): boolean
  /** One transaction; adds a photo for each file, with all steps pending. Returns photo ids in the order given. */
  add(files: readonly FileInfo[]): number[]
  /** Records new places of known files; identity, tags and, without a change, analysis stay. Returns their photos. */
  settle(files: readonly SettledFile[]): number[]
  /** Main files with the picture of a photo, its own included; earlier pictures of missing files count, too. */
  alike(photoId: number): AlikeFile[]
  /** Whether a file of this size waits for its analysis, so that its picture is unknown. */
  isPictureUnknown(bytes: number): boolean
  /** Gives a photo with a missing file the file of a newer photo, which leaves the library. */
  reunite(missing: AlikeFile, found: AlikeFile): void
  /** Photos whose file has been missing since a moment, in milliseconds since 1970. */
  missingSince(sinceMs: number): number[]
  /** Missing photos of a folder and those below it. */
  missingBelow(folderId: number): MissingFile[]
  /** Returns the changed photos. */
  markMissing(fileIds: readonly number[]): number[]
  pathOf(photoId: number): string
  findByPath(path: string): number | null
  /** The file of a photo that contains the film of a motion photo, and where in it; null if there is none. */
  filmWithin(photoId: number): { path: string; part: FilmPart } | null
  /** Files at a path without an extension, with their photos. */
  findByStem(path: string): { photoId: number; name: string }[]
  /** Photos whose main file has this name, ignoring case and accents. */
  findByName(name: string): NamedFile[]
  /** Photos with this content: the hash of a file's bytes. */
  withContent(contentHash: string): number[]
  /** Every file with the recorded hashes; optionally only of one folder and those below it. */
  recorded(folderId?: number): Generator<RecordedFile>
  countRecorded(folderId?: number): number
  /** Photos whose metadata was not read since their file last changed. */
  withoutMetadata(limit: number): UnreadPhoto[]
  /** Whether a photo's metadata was not read since its file last changed. */
  lacksMetadata(photoId: number): boolean
  /** A photo whose metadata must be read again; undefined if there is none. */
  toRead(photoId: number): UnreadPhoto | undefined
  saveMetadata(batch: readonly ReadMetadata[]): void
  /** The number of photos whose metadata could not be read completely, and one of them. */
  metadataProblems(): MetadataProblems
  /** Marks photos of a folder to be read again if their sidecars, identified by `keyOf`, have changed. */
  rereadOutdatedSidecars(
    folderId: number,
    hasSidecars: boolean,
    keyOf: (name: string, all: readonly string[]) => string,
  ): void
  /** Files that crash their reader are skipped until they change. */
  markUnreadable(batch: readonly UnreadableMetadata[]): void
}

/**
 * Files and their places. One call is one transaction: 1,000 files take some 20 ms, so callers pass thousands, not all.
 */
export const createFileStore = (context: FileDependencies): FileStore => ({
  known: (rootId) => listKnownFiles(context.db, rootId),
  byId: (fileId) => fileById(context.db, fileId),
  at: (folderId, names) => filesAt(context.db, folderId, names),
  after: (folderId, name, limit) => filesAfter(context.db, folderId, name, limit),
  count: (folderId) => countFiles(context.db, folderId),
  namedAlike: (folderId, name) => filesAlike(context.db, folderId, name),
  like: (file, limit) => filesLike(context.db, file, limit),
  withKey: (fileKey) => filesWithKey(context.db, fileKey),
  ofSizeAndTime: (wanted) => filesOfSizeAndTime(context.db, wanted),
  evidence: (fileId) => readEvidence(context.db, fileId),
  shotsBeside: (fileId) => shotsBeside(context.db, fileId),
  isHeldElsewhere: (photoId, hashes) => isHeldElsewhere(context.db, photoId, hashes),
  hasWork: (photoId) => hasWork(context.db, photoId),
  add: (files) => addFiles(context, files),
  settle: (files) => settleFiles(context, files),
  alike: (photoId) => findAlike(context.db, photoId),
  reunite: (missing, found) => reuniteFiles(context, missing, found),
  isPictureUnknown: (bytes) => isPictureUnknown(context.db, bytes),
  missingSince: (sinceMs) => missingSince(context.db, sinceMs),
  missingBelow: (folderId) => missingBelow(context.db, folderId),
  markMissing: (fileIds) => markMissing(context, fileIds),
  pathOf: createPathOfPhoto(context),
  findByPath: (path) => findByPath(context, path),
  filmWithin: (photoId) => findFilmWithin(context, photoId),
  findByStem: (path) => findByStem(context.db, path),
  findByName: (name) => findByName(context.db, name),
  withContent: (contentHash) => findByContent(context, contentHash),
  recorded: (folderId) => listRecordedFiles(context.db, folderId),
  countRecorded: (folderId) => countRecordedFiles(context.db, folderId),
  withoutMetadata: (limit) => listUnread(context.db, limit),
  lacksMetadata: (photoId) => lacksMetadata(context.db, photoId),
  toRead: (photoId) => toRead(context.db, photoId),
  saveMetadata: (batch) => saveMetadata(context, batch),
  markUnreadable: (batch) => markUnreadable(context, batch),
  metadataProblems: () => countMetadataProblems(context.db),
  rereadOutdatedSidecars: (folderId, hasSidecars, keyOf) =>
    rereadOutdatedSidecars(context, folderId, hasSidecars, keyOf),
})

type Present = { id: number; photo_id: number; bytes: number; modified_ms: number; file_key: string | null }

/**
 * Adds a photo for each file, unless it is the other half of an existing one. A place with a recorded file keeps its
 * photo: another scan of the same file came first. A file there with another key is left to the next scan, which tells
 * the two apart. A file that is missing from this place is a different one. Returns the photos in the order given.
 */
function addFiles(context: FileDependencies, files: readonly FileInfo[]): number[] {
  const { db, write, changed } = context
  const find = db.prepare<[number, string], Present>(
    'SELECT id, photo_id, bytes, modified_ms, file_key FROM files WHERE folder_id = ? AND name = ? AND is_missing = 0',
  )
  const preparations = { ...context.pairing(), arrivals: prepareArrivals(context) }
  const ids = write(() =>
    files.map((file) => {
      const present = find.get(file.folderId, file.name)
      if (present === undefined) return addFile(context, file, preparations)
      const isChanged = present.bytes !== file.bytes || present.modified_ms !== file.modifiedMs
      const isOther = isChanged && present.file_key !== null && present.file_key !== file.fileKey
      if (!isOther) settleFiles(context, [{ ...file, fileId: present.id, isChanged }])
      return present.photo_id
    }),
  )
  changed.photos(ids)
  changed.text()
  return ids
}

type Preparations = ReturnType<FileDependencies['pairing']> & { arrivals: ReturnType<typeof prepareArrivals> }

function addFile(context: FileDependencies, file: FileInfo, { pairing, mainOfPair, arrivals }: Preparations): number {
  const partner = pairing === 'together' ? findPartner(context.db, file) : null
  const rank = pairRankOf(file.name, mainOfPair)
  const photoId = partner ?? insertPhoto(context, file)
  const { folderId, name, bytes, modifiedMs, changedMs = null, fileKey, device = '' } = file
  context.db
    .prepare(
      `INSERT INTO files
         (photo_id, is_main, pair_rank, folder_id, name, name_key, bytes, modified_ms, changed_ms, file_key, device)
       VALUES (@photoId, @isMain, @rank, @folderId, @name, @nameKey, @bytes, @modifiedMs, @changedMs, @fileKey, @device)`,
    )
    .run({
      photoId,
      isMain: partner === null ? 1 : 0,
      rank,
      folderId,
      name,
      nameKey: nameKey(name),
      bytes,
      modifiedMs,
      changedMs,
      fileKey,
      device,
    })
  arrivals.noteNew({ photoId, folderId, name })
  if (partner === null) context.fullText.putName(photoId, name)
  else if (!chooseMain(context, photoId) && pairKindOf(name) === 'picture') readForFilm(context.db, photoId)
  return photoId
}

/** The absolute path of a photo's main file; throws `photo-not-found`. */
function createPathOfPhoto({ db }: { db: Db }): (photoId: number) => string {
  const select = db.prepare<[number], { root: string; relative_path: string; name: string }>(
    `SELECT r.path AS root, d.relative_path, f.name FROM files f JOIN folders d ON d.id = f.folder_id
       JOIN roots r ON r.folder_id = d.root_id WHERE f.photo_id = +? AND f.is_main = 1`,
  )
  return (photoId) => {
    const row = select.get(photoId)
    if (!row) throw new AppError('photo-not-found', say('unknown.thing', { thing: 'photo', id: photoId }))
    return join(row.root, ...row.relative_path.split('/'), row.name)
  }
}

/** The photo whose file is at an absolute path, or null; a removed photo is not in the library. */
function findByPath({ db }: { db: Db }, path: string): number | null {
  const roots = db
    .prepare<[], { id: number; path: string }>('SELECT folder_id AS id, path FROM roots WHERE removed_ms IS NULL')
    .all()
  const select = db
    .prepare<[number, string, string], number>(
      `SELECT f.photo_id FROM files f JOIN folders d ON d.id = f.folder_id JOIN photos p ON p.id = f.photo_id
       WHERE d.root_id = ? AND d.relative_path = ? AND f.name = ? AND p.removed_ms IS NULL ORDER BY f.is_missing LIMIT 1`,
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

function findFilmWithin(context: { db: Db }, photoId: number): { path: string; part: FilmPart } | null {
  const found = context.db
    .prepare<[number], FilmPart & { folderId: number; name: string }>(
      `SELECT folder_id AS folderId, name, film_from_end AS fromEnd, film_bytes AS bytes FROM files
       WHERE photo_id = ? AND film_bytes > 0 AND is_missing = 0 ORDER BY is_main DESC, id LIMIT 1`,
    )
    .get(photoId)
  if (found === undefined) return null
  const { folderId, name, ...part } = found
  return { path: join(createPathOf(context)(folderId), name), part }
}

/** Photos with this content: the hash of a file's bytes. */
const findByContent = ({ db }: { db: Db }, contentHash: string): number[] =>
  db
    .prepare<[string], number>(
      "SELECT DISTINCT photo_id FROM files WHERE content_hash = ? AND content_hash <> '' ORDER BY photo_id",
    )
    .pluck()
    .all(contentHash)

/** A photo with properties that another program may know. */
type NamedFile = { photoId: number; name: string; bytes: number; takenAt: string | null }

/** Photos whose main file has this name, ignoring case and accents. */
const findByName = (db: Db, name: string): NamedFile[] =>
  db
    .prepare<[string], NamedFile>(
      `SELECT f.photo_id AS photoId, f.name, f.bytes, p.taken_at AS takenAt FROM files f JOIN photos p ON p.id = f.photo_id
       WHERE f.name_key = ? AND f.is_main = 1 AND ${IS_IN_LIBRARY} LIMIT 1000`,
    )
    .all(nameKey(name))

/** Files at a path without an extension, with the photos that they belong to. */
function findByStem(db: Db, path: string): { photoId: number; name: string }[] {
  const stem = basename(path)
  const roots = db
    .prepare<[], { id: number; path: string }>('SELECT folder_id AS id, path FROM roots WHERE removed_ms IS NULL')
    .all()
  // The letter after the dot in the order of names bounds all extensions.
  const select = db.prepare<[number, string, string, string], { photoId: number; name: string }>(
    `SELECT f.photo_id AS photoId, f.name FROM folders d JOIN files f ON f.folder_id = d.id JOIN photos p ON p.id = f.photo_id
     WHERE d.root_id = ? AND d.relative_path = ? AND f.name >= ? || '.' AND f.name < ? || '/' AND ${IS_IN_LIBRARY}`,
  )
  return roots.flatMap((root) => {
    const inside = relative(root.path, dirname(path))
    if (inside === '..' || inside.startsWith(`..${sep}`)) return []
    const found = select.all(root.id, inside.split(sep).join('/'), stem, stem)
    return found.filter(({ name }) => name.slice(0, name.lastIndexOf('.')) === stem)
  })
}

/** A photo with a missing file: its former place, relative to a folder, and when it was taken, if known. */
type MissingFile = { photoId: number; place: string; takenMs: number | null }

type Folder = { rootId: number; relativePath: string }

/** Missing photos of a folder and those below it; places have `/` between names. */
function missingBelow(db: Db, folderId: number): MissingFile[] {
  const folder = db
    .prepare<[number], Folder>('SELECT root_id AS rootId, relative_path AS relativePath FROM folders WHERE id = ?')
    .get(folderId)
  if (folder === undefined) return []
  return db
    .prepare<[object], MissingFile>(
      `SELECT p.id AS photoId, p.taken_ms AS takenMs,
         ltrim(substr(d.relative_path, length(@path) + 1) || '/' || f.name, '/') AS place
       FROM folders d JOIN files f ON f.folder_id = d.id AND f.is_main = 1
         JOIN photos p ON p.id = f.photo_id AND p.is_missing = 1 AND p.removed_ms IS NULL
       WHERE d.root_id = @rootId AND ${withinPath('d.relative_path')}`,
    )
    .all({ rootId: folder.rootId, ...pathRange(folder.relativePath) })
}
