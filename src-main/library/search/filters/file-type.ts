import { readChoice } from '../../../contract/library/search/check.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import { rawExtensions, videoExtensions } from '../../../base/formats/extensions.ts'
import { mediaKind } from '../../catalog/codecs/numbered.ts'
import type { Bits } from '../columns/bits.ts'
import { numberColumn, type TextColumn } from '../columns/column.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import type { Filter } from './filter.ts'
import { withKept } from './numbers.ts'
import { byName, countTexts, withTexts } from './texts.ts'

/** The format of a file by its content, or by its name before it was analysed. */
const formatOf = (file: string) =>
  `CASE WHEN ${file}.format <> '' THEN ${file}.format
    ELSE lower(ltrim(replace(${file}.name, rtrim(${file}.name, replace(${file}.name, '.', '')), ''), '.')) END`

/**
 * The formats of all files of a photo, such as `jpeg cr3`: the RAW file of a pair counts like its picture, and so does
 * a film inside a file.
 */
const formatsColumn: TextColumn = {
  sql: `${formatOf('f')} || iif(f.film_bytes > 0, ' video', '') ||
    coalesce((SELECT ' ' || group_concat(${formatOf('o')} || iif(o.film_bytes > 0, ' video', ''), ' ') FROM files o
    WHERE o.photo_id = p.id AND o.is_main = 0 AND o.is_missing = 0), '')`,
}
const mediaColumn = numberColumn('p.media', Uint8Array)

/** Extensions of the same format. */
const sameFormats: Readonly<Record<string, string>> = {
  jpg: 'jpeg',
  jpe: 'jpeg',
  jfif: 'jpeg',
  mpo: 'jpeg',
  tif: 'tiff',
  heif: 'heic',
  hif: 'heic',
  heics: 'heic',
  heifs: 'heic',
  avifs: 'avif',
  psb: 'psd',
  dib: 'bmp',
}

const plain = (format: string) => (Object.hasOwn(sameFormats, format) ? (sameFormats[format] ?? format) : format)

/** The types of a format: itself, and `raw` or `video`. */
function typesOf(format: string): readonly string[] {
  if (rawExtensions.has(format)) return ['raw', format]
  return videoExtensions.has(format) ? ['video', format] : [plain(format)]
}

const having = (kind: 'animation' | 'video') => (index: PhotoIndex) =>
  withKept(index, index.values(mediaColumn), (kept) => kept === mediaKind.number[kind])

/** A photo's kind of file: a family such as `raw`, or one format such as `cr3`. */
export const fileType = {
  fields: [],
  columns: [mediaColumn],
  texts: [formatsColumn],
  terms: [
    {
      field: searchFields.type,
      find: ({ values }, { index }) => {
        const wanted = new Set(
          values.map((value) => readChoice(searchFields.type, value) ?? plain(value.toLowerCase().replace(/^\./, ''))),
        )
        return withTexts(index, formatsColumn, (formats) =>
          formats.split(' ').some((format) => typesOf(format).some((type) => wanted.has(type))),
        )
      },
      values: (photos, { index }) =>
        countTypes(index, photos).map(({ type, count }) => ({ value: type, label: type, count })),
    },
  ],
  states: {
    video: ({ index }) => having('video')(index),
    animated: ({ index }) => having('animation')(index),
  },
  facet: (photos, { index }) => ({ types: countTypes(index, photos) }),
} satisfies Filter

/** Photos of each type; one of several files counts once for each of its types. */
function countTypes(index: PhotoIndex, photos: Bits): { type: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { value, count } of countTexts(index, formatsColumn, photos)) {
    const types = new Set(value.split(' ').map((format) => typesOf(format)[0] ?? ''))
    types.delete('')
    for (const type of types) counts.set(type, (counts.get(type) ?? 0) + count)
  }
  return byName([...counts].map(([value, count]) => ({ value, count }))).map(({ value, count }) => ({
    type: value,
    count,
  }))
}
