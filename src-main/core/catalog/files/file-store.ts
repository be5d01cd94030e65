import {
  listUnread,
  markUnreadable,
  saveMetadata,
  type ReadMetadata,
  type UnreadableMetadata,
} from '../metadata/photo-metadata.ts'
import { addFiles, updateFiles, type FileDependencies } from './add-files.ts'
import { findByContent, findByPath, pathOfPhoto } from './find-files.ts'
import { type FileFacts, type KnownFile, listKnownFiles } from './known-files.ts'
import { markMissing, markPresent } from './missing-files.ts'
import { moveFile } from './move-file.ts'
import { countRecordedFiles, listRecordedFiles, type RecordedFile } from './recorded-files.ts'

export type FileStore = {
  /** Every file known below a root, missing ones too; with `folderIds`, at least those directly in these folders. */
  known(rootId: number, folderIds?: readonly number[]): KnownFile[]
  /** One transaction; a photo row for each file, all steps pending. Returns photo ids in the order given. */
  add(files: readonly FileFacts[]): number[]
  /** New size or time: keeps the photo and what the person did, makes all steps and the metadata pending. */
  update(files: readonly (FileFacts & { fileId: number })[]): void
  /** The same file under another name or folder: identity, tags and analysis stay. */
  move(fileId: number, folderId: number, name: string, fileKey: string | null): void
  markMissing(fileIds: readonly number[]): void
  markPresent(fileIds: readonly number[]): void
  pathOf(photoId: number): string
  findByPath(path: string): number | null
  /** Photos with this content: hash of a file's bytes. */
  withContent(contentHash: string): number[]
  /** Every file with the hashes on record; of one folder with those below it, where one is named. */
  recorded(folderId?: number): Generator<RecordedFile>
  countRecorded(folderId?: number): number
  /** Photos whose metadata was not read since their file last changed. */
  withoutMetadata(limit: number): { id: number; path: string; modifiedMs: number }[]
  saveMetadata(batch: readonly ReadMetadata[]): void
  /** Files that stop whoever reads their metadata are left alone until they change. */
  markUnreadable(batch: readonly UnreadableMetadata[]): void
}

/**
 * Files and where they lie. One call is one transaction: 1,000 files take some 20 ms, so callers hand over thousands,
 * not all.
 */
export const createFileStore = (context: FileDependencies): FileStore => ({
  known: (rootId) => listKnownFiles(context.db, rootId),
  add: (files) => addFiles(context, files),
  update: (files) => updateFiles(context, files),
  move: (fileId, folderId, name, fileKey) => moveFile(context, { fileId, folderId, name, fileKey }),
  markMissing: (fileIds) => markMissing(context, fileIds),
  markPresent: (fileIds) => markPresent(context, fileIds),
  pathOf: (photoId) => pathOfPhoto(context, photoId),
  findByPath: (path) => findByPath(context, path),
  withContent: (contentHash) => findByContent(context, contentHash),
  recorded: (folderId) => listRecordedFiles(context.db, folderId),
  countRecorded: (folderId) => countRecordedFiles(context.db, folderId),
  withoutMetadata: (limit) => listUnread(context.db, limit),
  saveMetadata: (batch) => saveMetadata(context, batch),
  markUnreadable: (batch) => markUnreadable(context, batch),
})
