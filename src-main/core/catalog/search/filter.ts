import type { PhotoFilter } from '../../../contract/library/query.ts'
import type { Db } from '../database/connection.ts'
import { statusNames, verdictNames } from '../codecs/numbered.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import { type Bits, intersect, keepOnly } from '../columns/bits.ts'
import { keepNearColor } from '../filters/color.ts'
import { type Columns, dayOf, NO_DAY } from './columns.ts'
import { levelOf } from '../codecs/entries.ts'
import { folderAndBelow } from '../folders/folders-below.ts'
import type { PhotoIndex } from './photo-index.ts'
import { withCategories, withTags } from '../filters/tags.ts'
import type { TextSearch } from '../filters/text-search.ts'

export type FilterParts = { db: Db; vocabulary: Vocabulary; text: TextSearch; minConfidence: () => number }

/** Slots that pass every part of the filter; the cheap parts come first. */
export function applyFilter(parts: FilterParts, index: PhotoIndex, filter: PhotoFilter): Bits {
  const bits = index.columns.live.slice()
  const leastLevel = levelOf(filter.minConfidence ?? parts.minConfidence())
  keepPlain(bits, index.columns, filter)
  if (filter.folderId !== undefined) {
    const folders = folderAndBelow(parts.db, filter.folderId)
    keepOnly(bits, (slot) => folders.has(index.columns.folder[slot] ?? 0))
  }
  for (const name of filter.tags ?? []) {
    const id = parts.vocabulary.findTag(name)
    if (id === null) bits.fill(0)
    else intersect(bits, withTags(index, new Set([id]), leastLevel))
  }
  if (filter.categories?.length)
    intersect(bits, withCategories(index, categoryIds(parts.vocabulary, filter.categories), leastLevel))
  for (const word of filter.text ? parts.text.match(index, filter.text, leastLevel) : []) intersect(bits, word)
  if (filter.color) keepNearColor(bits, index.lists().colors, filter.color)
  return bits
}

function categoryIds(vocabulary: Vocabulary, wanted: readonly string[]): Set<number> {
  const names = new Set(wanted)
  return new Set(
    vocabulary
      .categories()
      .filter(({ categorizer, name }) => names.has(`${categorizer}/${name}`))
      .map(({ id }) => id),
  )
}

/** Dates compare the day a photo was taken: a photo without a date is in no range of dates. */
function keepPlain(bits: Bits, columns: Columns, filter: PhotoFilter) {
  const keepRange = (column: ArrayLike<number>, from: number | undefined, to: number | undefined) => {
    if (from === undefined && to === undefined) return
    keepOnly(bits, (slot) => (column[slot] ?? 0) >= (from ?? -Infinity) && (column[slot] ?? 0) <= (to ?? Infinity))
  }
  const from = filter.takenFrom === undefined ? undefined : dayOf(filter.takenFrom)
  const to = filter.takenTo === undefined ? undefined : dayOf(filter.takenTo)
  keepRange(columns.takenDay, from ?? (to === undefined ? undefined : NO_DAY + 1), to)
  keepRange(columns.rating, filter.ratingFrom, filter.ratingTo)
  keepRange(columns.faces, filter.facesFrom, filter.facesTo)
  if (filter.statuses)
    keepNumbers(
      bits,
      columns.status,
      statusNames.map((name) => filter.statuses?.includes(name) ?? false),
    )
  if (filter.withoutNsfw)
    keepNumbers(
      bits,
      columns.nsfw,
      verdictNames.map((name) => !filter.withoutNsfw?.includes(name)),
    )
}

const keepNumbers = (bits: Bits, column: Uint8Array, isKept: readonly boolean[]) =>
  keepOnly(bits, (slot) => isKept[column[slot] ?? 0] ?? false)
