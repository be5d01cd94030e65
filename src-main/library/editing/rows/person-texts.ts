import { type TextField, textFields, type Texts } from '../../../contract/library/text-fields.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

/** The column of `person_texts` that holds a text. */
export const columnOf = (field: TextField): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Columns of `person_texts t` under the names of their fields, for a SELECT. */
export const givenTextColumns = textFields.map((field) => `t.${columnOf(field)} AS ${field}`).join(', ')

/** The texts that the person gave a photo, including empty ones. */
export function givenTextsOf(db: Db, photoId: number): Partial<Record<TextField, string>> {
  const row = db
    .prepare<[number], Texts>(`SELECT ${givenTextColumns} FROM person_texts t WHERE t.photo_id = ?`)
    .get(photoId)
  return row === undefined ? {} : withoutNulls(row)
}

/** Texts without those that are null. */
const withoutNulls = (texts: Partial<Texts>): Partial<Record<TextField, string>> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null)) as Partial<Record<TextField, string>>
