import type { PhotoMetadata } from '../../../contract/library/photo.ts'
import type { Db } from '../../../sqlite/connect.ts'

/** Words of one photo: its file's name and its metadata. Tags and folders have tables of their own. */
export type FullText = {
  /** For a new photo, whose metadata nobody has read. */
  putName(photoId: number, name: string): void
  /** Reads name and metadata from the catalogue and replaces what was there. */
  put(photoId: number): void
}

type Row = { name: string; label: string; data: string | null } & Record<
  'title' | 'caption' | 'creator' | 'copyright',
  string | null
>

export function createFullText(db: Db): FullText {
  const replace = db.prepare(
    `INSERT OR REPLACE INTO photo_text (rowid, name, title, caption, camera, place, creator)
     VALUES (@photoId, @name, @title, @caption, @camera, @place, @creator)`,
  )
  const insert = db.prepare(
    "INSERT INTO photo_text (rowid, name, title, caption, camera, place, creator) VALUES (?, ?, '', '', '', '', '')",
  )
  const select = db.prepare<[number], Row>(
    `SELECT f.name, p.label, m.data, t.title, t.caption, t.creator, t.copyright FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1
     LEFT JOIN metadata m ON m.photo_id = p.id LEFT JOIN person_texts t ON t.photo_id = p.id WHERE p.id = +?`,
  )
  return {
    putName: (photoId, name) => void insert.run(photoId, name),
    put: (photoId) => {
      const row = select.get(photoId)
      if (row) replace.run({ photoId, name: row.name, ...wordsOf(row) })
    },
  }
}

/** What the person wrote wins over what the file says. */
function wordsOf({ data, ...given }: Row) {
  const metadata = data === null ? {} : (JSON.parse(data) as Partial<PhotoMetadata>)
  const { title, caption, cameraMake, cameraModel, lens, city, country } = metadata
  return {
    title: join(given.title ?? title, given.label),
    caption: given.caption ?? caption ?? '',
    camera: join(cameraMake, cameraModel, lens),
    place: join(city, country),
    creator: join(given.creator ?? metadata.creator, given.copyright ?? metadata.copyright),
  }
}

const join = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ')
