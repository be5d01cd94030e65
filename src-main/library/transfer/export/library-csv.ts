import { pipeline } from 'node:stream'
import { stringify } from 'csv-stringify'
import { columnOf, furtherTexts, givenTexts, type PhotoWork, workFields } from '../../catalog/catalog.ts'
import { withoutFormulas } from './formulas.ts'
import { encodeList } from './list-cell.ts'

/** In the column of positions: the person said that there is none. */
export const NOWHERE = 'nowhere'

/** In the column of crops: the person shows the whole photo. */
export const WHOLE = 'whole'

/** In the column `escaped`: apostrophes were added to cells that spreadsheets would evaluate. */
export const ESCAPED = 'yes'

/** The columns in their order, each with its value for a photo. */
const columns: Readonly<Record<string, (photo: PhotoWork) => string | number>> = {
  path: ({ path }) => path,
  bytes: ({ bytes }) => bytes,
  taken_at: ({ takenAt }) => takenAt ?? '',
  content_hash: ({ contentHash }) => contentHash,
  image_hash: ({ imageHash }) => imageHash,
  rating: ({ rating }) => rating.value || '',
  pick: ({ pick }) => pick.value || '',
  label: ({ label }) => label.value,
  title: ({ title }) => title.value,
  caption: ({ caption }) => caption.value,
  creator: ({ creator }) => creator.value,
  copyright: ({ copyright }) => copyright.value,
  keywords: ({ tags }) => encodeList(namesOf(tags, 'person', 'file')),
  removed_keywords: ({ removedTags }) => encodeList(removedTags),
  cleared: (photo) => encodeList(clearedOf(photo)),
  dated: ({ isDated }) => yes(isDated),
  offset: ({ offset }) => offset ?? '',
  position: ({ position: { value, isGiven } }) => (isGiven ? value || NOWHERE : ''),
  orientation: ({ orientation }) => orientation ?? '',
  crop: ({ crop }) => (crop === null ? '' : crop || WHOLE),
  sensitivity: ({ judgement }) => judgement ?? '',
  private: ({ isPrivate }) => yes(isPrivate),
  albums: ({ albums }) => encodeList(albums.map(({ path }) => path)),
  album_places: ({ albums }) => encodeList(albums.map(({ place }) => String(place))),
  // The person's values, not the file's.
  ...Object.fromEntries(
    furtherTexts.map((field) => [columnOf(field), ({ texts }: PhotoWork) => givenTexts(texts)[field] ?? '']),
  ),
}

const yes = (is: boolean): string => (is ? 'yes' : '')

/**
 * Fields that the person emptied: without this a table could not distinguish them from fields that were never filled.
 */
const clearedOf = (photo: PhotoWork): string[] => [
  ...workFields.filter((field) => photo[field].isGiven && (photo[field].value === '' || photo[field].value === 0)),
  ...furtherTexts.filter((field) => givenTexts(photo.texts)[field] === '').map(columnOf),
]

const namesOf = (tags: PhotoWork['tags'], ...sources: PhotoWork['tags'][number]['source'][]): string[] => [
  ...new Set(tags.filter(({ source }) => sources.includes(source)).map(({ name }) => name)),
]

/**
 * The library as a table, in pieces: RFC 4180, with a byte order mark for spreadsheets. Errors of `photos` are passed
 * on to the reader.
 */
export function csvOf(photos: AsyncIterable<PhotoWork>): AsyncIterable<string | Buffer> {
  const table = stringify({
    bom: true,
    header: true,
    columns: [...Object.keys(columns), 'escaped'],
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    // Some programs drop white space at the ends of plain cells.
    quoted_match: /^\s|\s$/,
  })
  pipeline(rowsOf(photos), table, () => undefined)
  return table
}

async function* rowsOf(photos: AsyncIterable<PhotoWork>): AsyncGenerator<string[]> {
  for await (const photo of photos) {
    const cells = Object.values(columns).map((valueOf) => String(valueOf(photo)))
    const safe = cells.map(withoutFormulas)
    yield [...safe, safe.some((cell, at) => cell !== cells[at]) ? ESCAPED : '']
  }
}
