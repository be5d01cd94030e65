import type { FilmPart } from '../../../contract/library/film.ts'
import { rereadOutdatedSidecars } from '../metadata/outdated-sidecars.ts'
import {
  countMetadataProblems,
  listUnread,
  markUnreadable,
  saveMetadata,
  type ReadMetadata,
  toRead,
  type UnreadableMetadata,
  type UnreadPhoto,
} from '../metadata/photo-metadata.ts'
import { hasWork } from '../photos/has-work.ts'
import { addFiles } from './add-files.ts'
import type { FileDependencies } from './file-dependencies.ts'
import {
  type FileEvidence,
  type FileHashes,
  isHeldElsewhere,
  type NearShot,
  readEvidence,
  shotsBeside,
} from './file-evidence.ts'
import { createPathOfPhoto, findByContent, findByPath, findFilmWithin } from './find-files.ts'
import { findByName, findByStem, type Lookalike } from './find-like.ts'
import {
  countFiles,
  fileById,
  type FileFacts,
  filesAfter,
  filesAlike,
  filesAt,
  filesLike,
  filesOfFacts,
  filesWithKey,
  type KnownFile,
  type LikeFiles,
  listKnownFiles,
} from './known-files.ts'
import { missingBelow, type MissingFile } from './missing-below.ts'
import { markMissing } from './missing-files.ts'
import { countRecordedFiles, listRecordedFiles, type RecordedFile } from './recorded-files.ts'
import { type AlikeFile, findAlike, isPictureUnknown, missingSince, reuniteFiles } from './reunite-files.ts'
import { type SettledFile, settleFiles } from './settle-files.ts'

export type FileStore = {
  /** Every file known below a root, missing ones too. It grows with the library: scans ask for what they need. */
  known(rootId: number): KnownFile[]
  byId(fileId: number): KnownFile | undefined
  /** Files with these names in a folder; of several with one name the one that is there comes first. */
  at(folderId: number, names: readonly string[]): KnownFile[]
  /** Files of a folder that are not missing, at most `limit` in the order of their names, from after a name on. */
  after(folderId: number, name: string, limit: number): KnownFile[]
  /** How many files of a folder are not missing. */
  count(folderId: number): number
  /** Files of a folder whose name may differ from this one in case or Unicode form alone. */
  namedAlike(folderId: number, name: string): KnownFile[]
  /**
   * Files of any root that a found file may have been: the same key, the same size and time, or missing and as large;
   * of each kind at most `limit`, or some dozens.
   */
  like(file: Omit<FileFacts, 'folderId' | 'name'>, limit?: number): LikeFiles
  /** Files of any root with this key; at most some dozens of names that lead to one file. */
  withKey(fileKey: string): KnownFile[]
  /** All files of any root with this size and a time from `fromMs` up to `untilMs`, a page at a time. */
  ofFacts(facts: { bytes: number; fromMs: number; untilMs: number }): Generator<KnownFile[]>
  /** What a file is compared by with one that was found. */
  evidence(fileId: number): FileEvidence
  /** The shot of a file and others of its camera and second; null where nothing says when or by what it was taken. */
  shotsBeside(fileId: number): { own: NearShot; others: NearShot[] } | null
  /** Whether a file of another photo has this content or picture. */
  isHeldElsewhere(photoId: number, hashes: FileHashes): boolean
  /** Whether a person did anything to a photo that would be missed. */
  hasWork(photoId: number): boolean
  /** One transaction; a photo row for each file, all steps pending. Returns photo ids in the order given. */
  add(files: readonly FileFacts[]): number[]
  /** Records where known files lie now; identity, tags and, without a change, analysis stay. Returns their photos. */
  settle(files: readonly SettledFile[]): number[]
  /** Main files with the picture of a photo, its own among them; of files that are gone earlier pictures count, too. */
  alike(photoId: number): AlikeFile[]
  /** Whether a file of this size waits for its analysis, so that nobody knows its picture. */
  isPictureUnknown(bytes: number): boolean
  /** Gives a photo whose file is gone the file of a newer one, which leaves. */
  reunite(missing: AlikeFile, found: AlikeFile): void
  /** Photos whose file is gone since a moment, in milliseconds since 1970. */
  missingSince(sinceMs: number): number[]
  /** Photos that are missing from a folder and those below it. */
  missingBelow(folderId: number): MissingFile[]
  /** Returns the photos that are touched. */
  markMissing(fileIds: readonly number[]): number[]
  pathOf(photoId: number): string
  findByPath(path: string): number | null
  /** The part of a photo's file that is the film of a motion photo; null where there is none. */
  filmWithin(photoId: number): FilmPart | null
  /** Files at a path that lacks the extension, with their photos. */
  findByStem(path: string): { photoId: number; name: string }[]
  /** Photos whose main file has this name, capitals and accents apart. */
  findByName(name: string): Lookalike[]
  /** Photos with this content: hash of a file's bytes. */
  withContent(contentHash: string): number[]
  /** Every file with the hashes on record; of one folder with those below it, where one is named. */
  recorded(folderId?: number): Generator<RecordedFile>
  countRecorded(folderId?: number): number
  /** Photos whose metadata was not read since their file last changed. */
  withoutMetadata(limit: number): UnreadPhoto[]
  /** A photo whose metadata is to be read again; undefined where there is none. */
  toRead(photoId: number): UnreadPhoto | undefined
  saveMetadata(batch: readonly ReadMetadata[]): void
  /** How many photos have metadata that could not be read, or not whole, and one of them. */
  metadataProblems(): { count: number; example: { name: string; problem: string } | null }
  /** Has photos of a folder read again whose sidecars, told by `keyOf`, are not those that were read. */
  rereadOutdatedSidecars(
    folderId: number,
    hasSidecars: boolean,
    keyOf: (name: string, all: readonly string[]) => string,
  ): number
  /** Files that stop whoever reads their metadata are left alone until they change. */
  markUnreadable(batch: readonly UnreadableMetadata[]): void
}

/**
 * Files and where they lie. One call is one transaction: 1,000 files take some 20 ms, so callers hand over thousands,
 * not all.
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
  ofFacts: (facts) => filesOfFacts(context.db, facts),
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
  filmWithin: (photoId) => findFilmWithin(context.db, photoId),
  findByStem: (path) => findByStem(context.db, path),
  findByName: (name) => findByName(context.db, name),
  withContent: (contentHash) => findByContent(context, contentHash),
  recorded: (folderId) => listRecordedFiles(context.db, folderId),
  countRecorded: (folderId) => countRecordedFiles(context.db, folderId),
  withoutMetadata: (limit) => listUnread(context.db, limit),
  toRead: (photoId) => toRead(context.db, photoId),
  saveMetadata: (batch) => saveMetadata(context, batch),
  markUnreadable: (batch) => markUnreadable(context, batch),
  metadataProblems: () => countMetadataProblems(context.db),
  rereadOutdatedSidecars: (folderId, hasSidecars, keyOf) =>
    rereadOutdatedSidecars(context, folderId, hasSidecars, keyOf),
})
