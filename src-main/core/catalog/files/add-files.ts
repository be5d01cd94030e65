import { prepareArrivals } from '../metadata-writes/left-sidecars.ts'
import { chooseMain } from '../pairs/choose-main.ts'
import { findPartner } from '../pairs/find-partner.ts'
import { pairRankOf } from '../pairs/pair-kind.ts'
import { insertPhoto } from '../photos/photo-rows.ts'
import type { FileDependencies } from './file-dependencies.ts'
import type { FileFacts } from './known-files.ts'
import { nameKey } from './name-key.ts'
import { settleFiles } from './settle-files.ts'

type Present = { id: number; photo_id: number; bytes: number; modified_ms: number; file_key: string | null }

/**
 * A photo row for each file, unless it is the other half of one that is there. A place where a file is already recorded
 * keeps its photo: another look at the same file came first. One with another key is left to the next look, which tells
 * the two apart. A file that is missing from this place is another one.
 * Returns the photos in the order given.
 */
export function addFiles(context: FileDependencies, files: readonly FileFacts[]): number[] {
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

function addFile(context: FileDependencies, file: FileFacts, { pairing, mainOfPair, arrivals }: Preparations): number {
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
  else chooseMain(context, photoId)
  return photoId
}
