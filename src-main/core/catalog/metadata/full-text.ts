import type { PhotoMetadata } from '../../../contract/library/photo.ts'
import type { Db } from '../database/connection.ts'

/** Words of one photo: its file's name and its metadata. Tags and folders have tables of their own. */
export type FullText = {
  /** For a new photo, whose metadata nobody has read. */
  putName(photoId: number, name: string): void
  /** Reads name and metadata from the catalogue and replaces what was there. */
  put(photoId: number): void
}

type Row = { name: string; data: string | null }

export function createFullText(db: Db): FullText {
  const replace = db.prepare(
    'INSERT OR REPLACE INTO photo_text (rowid, name, title, caption, camera, place, creator) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const insert = db.prepare(
    "INSERT INTO photo_text (rowid, name, title, caption, camera, place, creator) VALUES (?, ?, '', '', '', '', '')",
  )
  const select = db.prepare<[number], Row>(
    'SELECT f.name, m.data FROM files f LEFT JOIN metadata m ON m.photo_id = f.photo_id WHERE f.photo_id = ? AND f.is_main = 1',
  )
  return {
    putName: (photoId, name) => void insert.run(photoId, name),
    put: (photoId) => {
      const row = select.get(photoId)
      if (!row) return
      const metadata = row.data === null ? {} : (JSON.parse(row.data) as Partial<PhotoMetadata>)
      replace.run(
        photoId,
        row.name,
        metadata.title ?? '',
        metadata.caption ?? '',
        camera(metadata),
        place(metadata),
        metadata.creator ?? '',
      )
    },
  }
}

const words = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ')
const camera = (metadata: Partial<PhotoMetadata>) => words(metadata.cameraMake, metadata.cameraModel, metadata.lens)
const place = (metadata: Partial<PhotoMetadata>) => words(metadata.city, metadata.country)
