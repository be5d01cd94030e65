import { keepText, readText } from '../../catalog/codecs/kept-text.ts'
import { foreign } from '../../../contract/sentences/say.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import type { PublishFolderId } from '../../../contract/library/publishing.ts'
import type { Context } from '../../catalog/context/context.ts'
import { fileKey } from './export-rows.ts'

/** A file that was published. */
export type PublishedFile = {
  id: number
  photoId: number
  output: number
  /** Below the target, with `/`; empty if none was written. */
  file: string
  hash: string
  /** Differs if the file would be written differently now; empty while it is being written, and if it failed. */
  contentKey: string
  note: Text | null
}

/** Files that were published, by their folder. */
export type PublishFiles = {
  filesOf(id: PublishFolderId, photoId: number): PublishedFile[]
  /** Files after one of them, at most `limit`. */
  files(id: PublishFolderId, after: number, limit: number): PublishedFile[]
  countFiles(id: PublishFolderId): number
  notes(id: PublishFolderId, limit: number): { file: string; reason: Text }[]
  isOwnName(id: PublishFolderId, file: string, photoId: number, output: number): boolean
  put(id: PublishFolderId, file: Omit<PublishedFile, 'id'>): void
  drop(fileId: number): void
}

type FileRow = Omit<PublishedFile, 'photoId' | 'contentKey'> & { photo_id: number; made_of: string }

const COLUMNS = 'id, photo_id, output, file, hash, made_of, note'

export const createPublishFiles = (context: Pick<Context, 'db' | 'write'>): PublishFiles => ({
  ...readCalls(context),
  ...writeCalls(context),
})

type Writes = 'put' | 'drop'

function readCalls({ db }: Pick<Context, 'db'>): Omit<PublishFiles, Writes> {
  const ofPhoto = db.prepare<[number, number], FileRow>(
    `SELECT ${COLUMNS} FROM publish_files WHERE folder = ? AND photo_id = ? ORDER BY output`,
  )
  const all = db.prepare<[number, number, number], FileRow>(
    `SELECT ${COLUMNS} FROM publish_files WHERE folder = ? AND id > ? ORDER BY id LIMIT ?`,
  )
  const count = db
    .prepare<[number], number>("SELECT count(*) FROM publish_files WHERE folder = ? AND file <> '' AND made_of <> ''")
    .pluck()
  const notes = db.prepare<[number, number], { file: string; reason: string }>(
    `SELECT CASE WHEN p.file <> '' THEN p.file ELSE coalesce(f.name, '') END AS file, note AS reason
     FROM publish_files p LEFT JOIN files f ON f.photo_id = p.photo_id AND f.is_main = 1
     WHERE folder = ? AND note <> '' ORDER BY p.id LIMIT ?`,
  )
  const own = db.prepare<[number, string, number, number]>(
    'SELECT 1 FROM publish_files WHERE folder = ? AND file_key = ? AND NOT (photo_id = ? AND output = ?)',
  )
  return {
    filesOf: (id, photoId) => ofPhoto.all(id, photoId).map(toFile),
    files: (id, after, limit) => all.all(id, after, limit).map(toFile),
    countFiles: (id) => count.get(id) ?? 0,
    notes: (id, limit) =>
      notes.all(id, limit).map(({ file, reason }) => ({ file, reason: readText(reason) ?? foreign(reason) })),
    isOwnName: (id, file, photoId, output) => own.get(id, fileKey(file), photoId, output) !== undefined,
  }
}

function writeCalls({ db, write }: Pick<Context, 'db' | 'write'>): Pick<PublishFiles, Writes> {
  const put = db.prepare(
    `INSERT INTO publish_files (folder, photo_id, output, file, file_key, hash, made_of, note)
     VALUES (@id, @photoId, @output, @file, @key, @hash, @contentKey, @note)
     ON CONFLICT (folder, photo_id, output) DO UPDATE SET
       file = excluded.file, file_key = excluded.file_key, hash = excluded.hash, made_of = excluded.made_of,
       note = excluded.note`,
  )
  const drop = db.prepare('DELETE FROM publish_files WHERE id = ?')
  return {
    put: (id, { photoId, output, file, hash, contentKey, note }) =>
      void write(() =>
        put.run({ id, photoId, output, file, key: fileKey(file), hash, contentKey, note: keepText(note) }),
      ),
    drop: (fileId) => void write(() => drop.run(fileId)),
  }
}

const toFile = ({ photo_id, made_of, ...row }: FileRow): PublishedFile => ({
  ...row,
  photoId: photo_id,
  contentKey: made_of,
})
