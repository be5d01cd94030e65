import { CERTAIN_LEVEL } from '../../catalog/codecs/entries.ts'
import { type Bits, unite } from '../columns/bits.ts'
import type { Slices } from '../columns/slices.ts'
import { tagList } from '../../queue/rows/findings/tags.ts'
import { countEntries, withEntries } from './entries.ts'
import type { FilterSource } from './filter.ts'

/**
 * Photos of a set with any of these tags at a sufficient level; for a switched-off tag, those where a person or a file
 * gave it.
 */
export function* withTags(
  { index, minLevel, ownOnlyTags }: FilterSource,
  ids: ReadonlySet<number>,
  among: Bits = index.live,
): Slices<Bits> {
  if (ids.size === 0) return index.noSlots()
  const lists = index.lists(tagList)
  const [switchedOff, others] = [true, false].map((isOff) => [...ids].filter((id) => ownOnlyTags.has(id) === isOff))
  const found = yield* withEntries(among, lists, new Set(others), minLevel)
  if (switchedOff!.length > 0) unite(found, yield* withEntries(among, lists, new Set(switchedOff), CERTAIN_LEVEL))
  return found
}

/** How many photos have each tag, by the same rule. */
export function countTagEntries(
  photos: Bits,
  { index, minLevel, ownOnlyTags }: FilterSource,
): { id: number; count: number }[] {
  const lists = index.lists(tagList)
  const { slots } = index
  const counts = countEntries(lists, photos, { minLevel, slots })
  if (counts.every(({ id }) => !ownOnlyTags.has(id))) return counts
  const own = countEntries(lists, photos, { minLevel: CERTAIN_LEVEL, slots }).filter(({ id }) => ownOnlyTags.has(id))
  return [...counts.filter(({ id }) => !ownOnlyTags.has(id)), ...own]
}
