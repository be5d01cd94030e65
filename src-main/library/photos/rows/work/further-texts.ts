import { type TextField, textFields, type Texts } from '../../../../contract/library/text-fields.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { givenTextColumns } from '../../../editing/rows/person-texts.ts'

const main = ['title', 'caption', 'creator', 'copyright'] as const

/** Texts besides the four that other programs also store, in the order of `textFields`. */
export type FurtherText = Exclude<TextField, (typeof main)[number]>
export const furtherTexts = textFields.filter(
  (field): field is FurtherText => !(main as readonly TextField[]).includes(field),
)

/** A text, and whether the person gave it; else it is the file's. */
type Found = Partial<Record<FurtherText, { value: string; isGiven: boolean }>>
type Row = { photoId: number; inFile: string | null } & Texts

/** Reads all texts of a file at once. */
const IN_FILE = `json_extract(m.data, ${furtherTexts.map((field) => `'$.${field}'`).join(', ')})`

/** Texts that the person gave photos or that are in their files; photos without any are left out. */
export function readFurtherTexts(db: Db, photoIds: readonly number[]): Map<number, Found> {
  const rows = db
    .prepare<[string], Row>(
      `SELECT j.value AS photoId, ${IN_FILE} AS inFile, ${givenTextColumns} FROM json_each(?) j
         LEFT JOIN person_texts t ON t.photo_id = j.value LEFT JOIN metadata m ON m.photo_id = j.value`,
    )
    .all(JSON.stringify(photoIds))
  return new Map(rows.map((row) => [row.photoId, textsOf(row)]))
}

function textsOf({ inFile, ...given }: Row): Found {
  const fromFile = inFile === null ? [] : (JSON.parse(inFile) as (string | null)[])
  return Object.fromEntries(
    furtherTexts.flatMap((field, at) => {
      const text = given[field] ?? fromFile[at] ?? null
      return text === null ? [] : [[field, { value: text, isGiven: given[field] !== null }]]
    }),
  )
}

/** Only those that the person gave, including empty ones. */
export const givenTexts = (texts: Found): Partial<Record<FurtherText, string>> =>
  Object.fromEntries(Object.entries(texts).flatMap(([field, { value, isGiven }]) => (isGiven ? [[field, value]] : [])))
