import { mediaKind } from '../../catalog/codecs/numbered.ts'
import { IS_IN_LIBRARY } from '../../folders/rows/absent-roots.ts'
import { createFilesGoing, type FilesGoing } from './files-going.ts'
import { filesOfPhotos, type PhotoFile } from './files-of-photos.ts'
import type { Context } from '../../catalog/context/context.ts'

/** What photos are compared by, without reading their files. */
export type ComparedPhoto = {
  id: number
  name: string
  width: number
  height: number
  bytes: number
  modifiedMs: number
  /** Hashes of the file and of its picture; empty if there are none yet. */
  contentHash: string
  imageHash: string
  /** ThumbHash; null before there is a picture. */
  placeholder: Uint8Array | null
  /** Changes with the thumbnail. */
  thumbVersion: number
  takenAt: string | null
  subsec: string | null
  camera: number
  exposureUs: number
  aperture: number
  iso: number
  isFilm: boolean
}

export type DuplicateStore = {
  /** Photos with a file, in the order of their ids, after one of them. */
  compared(after: number, limit: number): ComparedPhoto[]
  /** The same of some photos; those without a file are left out. */
  comparedOf(ids: readonly number[]): ComparedPhoto[]
  /** All present files of some photos, main files first. */
  files(photoIds: readonly number[]): PhotoFile[]
  /** Marks of photos that a person declared no duplicates: no two with the same mark are duplicates. */
  marks(): Map<number, number[]>
  /** Files that are being trashed. */
  filesGoing: FilesGoing
}

type Row = Omit<ComparedPhoto, 'isFilm'> & { media: number }

const COLUMNS = `SELECT p.id, f.name, p.width, p.height, f.bytes, f.modified_ms AS modifiedMs,
    f.content_hash AS contentHash, f.image_hash AS imageHash, p.placeholder, p.thumb_version AS thumbVersion,
    p.taken_at AS takenAt, m.data ->> '$.subsec' AS subsec, p.camera, p.exposure_us AS exposureUs, p.aperture,
    p.iso, p.media
  FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1 LEFT JOIN metadata m ON m.photo_id = p.id
  WHERE p.is_missing = 0 AND ${IS_IN_LIBRARY}`

/** Reads photos to find those that show the same, and notes which ones are being trashed. */
export function createDuplicateStore({ db, writeDurably }: Pick<Context, 'db' | 'writeDurably'>): DuplicateStore {
  const page = db.prepare<[number, number], Row>(`${COLUMNS} AND p.id > ? ORDER BY p.id LIMIT ?`)
  const some = db.prepare<[string], Row>(`${COLUMNS} AND p.id IN (SELECT value FROM json_each(?)) ORDER BY p.id`)
  const marks = db.prepare<[], { photoId: number; mark: number }>(
    'SELECT photo_id AS photoId, mark FROM not_duplicates',
  )
  return {
    compared: (after, limit) => page.all(after, limit).map(toPhoto),
    comparedOf: (ids) => some.all(JSON.stringify(ids)).map(toPhoto),
    files: (photoIds) => filesOfPhotos(db, photoIds),
    marks: () => {
      const found = new Map<number, number[]>()
      for (const { photoId, mark } of marks.all()) found.set(photoId, [...(found.get(photoId) ?? []), mark])
      return found
    },
    filesGoing: createFilesGoing({ db, writeDurably }),
  }
}

const toPhoto = ({ media, ...row }: Row): ComparedPhoto => ({ ...row, isFilm: media !== mediaKind.number.photo })
