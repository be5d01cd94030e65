import type { PhotoMetadata } from '../../../contract/library/photo.ts'
import type { Db } from '../../../sqlite/connect.ts'

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
    `INSERT OR REPLACE INTO photo_text (rowid, name, title, caption, camera, place, creator)
     VALUES (@photoId, @name, @title, @caption, @camera, @place, @creator)`,
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
      if (row) replace.run({ photoId, name: row.name, ...wordsOf(row.data) })
    },
  }
}

function wordsOf(data: string | null) {
  const metadata = data === null ? {} : (JSON.parse(data) as Partial<PhotoMetadata>)
  const { title, caption, cameraMake, cameraModel, lens, city, country, creator, copyright, label } = metadata
  return {
    title: join(title, label),
    caption: caption ?? '',
    camera: join(cameraMake, cameraModel, lens),
    place: join(city, country),
    creator: join(creator, copyright),
  }
}

const join = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ')
