import type { Facets } from '../../../contract/library/query.ts'
import { statusNames } from '../codecs/numbered.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import { type Bits, countBits, forEachBit } from '../columns/bits.ts'
import { NO_DAY, yearOf } from './columns.ts'
import { entryId, entryLevel } from '../codecs/entries.ts'
import type { PackedLists } from '../columns/packed-lists.ts'
import type { PhotoIndex } from './photo-index.ts'

const MAX_TAGS = 200

/** What tags and categories are called in the person's language, by row id. */
export type Labels = { tag(id: number): string; category(id: number): string }

/** Counts of every value over the photos of a set. */
export function countFacets(
  index: PhotoIndex,
  vocabulary: Vocabulary,
  labels: Labels,
  bits: Bits,
  leastLevel: number,
): Facets {
  const { columns } = index
  const tags = countEntries(index.lists().tags, bits, leastLevel)
  const categories = countEntries(index.lists().categories, bits, leastLevel)
  const days = countColumn(columns.takenDay, bits)
  days.delete(NO_DAY)
  const years = new Map<number, number>()
  for (const [day, count] of days) years.set(yearOf(day), (years.get(yearOf(day)) ?? 0) + count)
  return {
    total: countBits(bits),
    tags: frequent(tags.map(({ id, count }) => ({ name: vocabulary.tagName(id), label: labels.tag(id), count }))).slice(
      0,
      MAX_TAGS,
    ),
    categories: frequent(
      categories.map(({ id, count }) => ({ ...vocabulary.category(id), label: labels.category(id), count })),
    ),
    ratings: sorted(countColumn(columns.rating, bits)).map(([rating, count]) => ({ rating, count })),
    faces: sorted(countColumn(columns.faces, bits)).map(([faces, count]) => ({ faces, count })),
    years: sorted(years).map(([year, count]) => ({ year, count })),
    statuses: sorted(countColumn(columns.status, bits)).map(([status, count]) => ({
      status: statusNames[status] ?? 'pending',
      count,
    })),
  }
}

/** How many photos of the set carry each tag or category surely enough; those with none are left out. */
export function countEntries(lists: PackedLists, bits: Bits, leastLevel: number): { id: number; count: number }[] {
  let counts = new Uint32Array(1024)
  const data = lists.data()
  forEachBit(bits, (slot) => {
    for (let i = lists.start(slot), end = lists.end(slot); i < end; i++) {
      const entry = data[i] ?? 0
      if (entryLevel(entry) < leastLevel) continue
      const id = entryId(entry)
      if (id >= counts.length) counts = widened(counts, id)
      counts[id] = (counts[id] ?? 0) + 1
    }
  })
  return [...counts].flatMap((count, id) => (count > 0 ? [{ id, count }] : []))
}

function widened(counts: Uint32Array<ArrayBuffer>, id: number): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(Math.max(id + 1, counts.length * 2))
  wider.set(counts)
  return wider
}

function countColumn(column: ArrayLike<number>, bits: Bits): Map<number, number> {
  const counts = new Map<number, number>()
  forEachBit(bits, (slot) => {
    const value = column[slot] ?? 0
    counts.set(value, (counts.get(value) ?? 0) + 1)
  })
  return counts
}

/** Most frequent first, then by name. */
export const frequent = <T extends { name: string; count: number }>(counts: T[]) =>
  counts.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
const sorted = (counts: Map<number, number>) => [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])
