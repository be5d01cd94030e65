import type { PhotoMetadata } from '../../../contract/library/photo.ts'
import type { TextField, Texts } from '../../../contract/library/text-fields.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { fullTextWords } from '../../catalog/vocabulary/full-text-words.ts'
import { givenTextColumns } from '../../editing/rows/person-texts.ts'

/** Words of one photo: its file's name and its metadata. Tags and folders have their own tables. */
export type FullText = {
  /** For a new photo without metadata. */
  putName(photoId: number, name: string): void
  /** Reads name and metadata from the catalogue and replaces the former words. */
  put(photoId: number): void
}

type Row = { name: string; label: string; data: string | null; people: string | null } & Texts

export function createFullText(db: Db): FullText {
  const replace = db.prepare(
    `INSERT OR REPLACE INTO photo_text (rowid, name, title, caption, camera, place, creator)
     VALUES (@photoId, @name, @title, @caption, @camera, @place, @creator)`,
  )
  const insert = db.prepare(
    "INSERT INTO photo_text (rowid, name, title, caption, camera, place, creator) VALUES (?, ?, '', '', '', '', '')",
  )
  const select = db.prepare<[number], Row>(
    `SELECT f.name, p.label, m.data, ${givenTextColumns},
       (SELECT group_concat(q.name, ' ') FROM named_faces n JOIN people q ON q.id = n.person_id WHERE n.photo_id = p.id) AS people
     FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1
     LEFT JOIN metadata m ON m.photo_id = p.id LEFT JOIN person_texts t ON t.photo_id = p.id WHERE p.id = +?`,
  )
  return {
    putName: (photoId, name) => void insert.run(photoId, fullTextWords(name)),
    put: (photoId) => {
      const row = select.get(photoId)
      if (row) replace.run({ photoId, ...wordsOf(row) })
    },
  }
}

/** The person's texts override the file's; names of people on photos find them, too. */
function wordsOf({ name, data, people, ...given }: Row) {
  const metadata = data === null ? {} : (JSON.parse(data) as Partial<PhotoMetadata>)
  const { cameraMake, cameraModel, lens } = metadata
  const texts = (...fields: TextField[]) => fields.map((field) => given[field] ?? metadata[field])
  return {
    name: fullTextWords(name),
    title: join(...texts('title', 'headline', 'jobId'), given.label, people),
    caption: join(...texts('caption', 'altText', 'extendedDescription')),
    camera: join(cameraMake, cameraModel, lens),
    place: join(...texts('sublocation', 'city', 'region', 'country')),
    creator: join(...texts('creator', 'copyright', 'credit', 'source', 'captionWriter')),
  }
}

const join = (...parts: (string | null | undefined)[]) => fullTextWords(parts.filter(Boolean).join(' '))
