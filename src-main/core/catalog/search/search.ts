import type { Language } from '../../../contract/analysis/language.ts'
import type { Facets, PhotoFilter, PhotoQuery } from '../../../contract/library/query.ts'
import type { Catalog } from '../catalog.ts'
import type { Context } from '../context/context.ts'
import { foldText } from '../files/name-key.ts'
import { statusNames } from '../codecs/numbered.ts'
import { type Bits, countBits, forEachBit, hasBit } from '../columns/bits.ts'
import { countEntries, countFacets, frequent, type Labels } from './facets.ts'
import { applyFilter, type FilterParts } from './filter.ts'
import { levelOf } from '../codecs/entries.ts'
import type { IndexKeeper, PhotoIndex } from './photo-index.ts'
import { createTextSearch } from '../filters/text-search.ts'

const MAX_KEPT = 8

/** Searches over the index in memory; SQL is asked for words and names only. */
export function createSearch(context: Context, keeper: IndexKeeper, minConfidence: () => number): Catalog['search'] {
  const { db, vocabulary } = context
  const parts: FilterParts = { db, vocabulary, text: createTextSearch(context), minConfidence }
  const levelFor = (filter: PhotoFilter) => levelOf(filter.minConfidence ?? minConfidence())
  const masks = keepAnswers<Bits>()
  const runs = keepAnswers<Uint32Array>()
  const facets = keepAnswers<Facets>()
  const tagCounts = keepAnswers<{ name: string; label: string; count: number }[]>()
  const keyOf = (filter: PhotoFilter) =>
    JSON.stringify({ ...filter, level: levelFor(filter), language: context.language() })
  const labels = () => labelsIn(context, context.language())
  const maskOf = (index: PhotoIndex, filter: PhotoFilter) =>
    masks(index.version, keyOf(filter), () => applyFilter(parts, index, filter))
  return {
    run: ({ filter, sort }: PhotoQuery) => {
      const index = keeper.current()
      return runs(index.version, `${keyOf(filter)} ${sort.by} ${sort.order}`, () =>
        idsInOrder(index, maskOf(index, filter), sort),
      ).slice()
    },
    facets: (filter) => {
      const index = keeper.current()
      return facets(index.version, keyOf(filter), () =>
        countFacets(index, vocabulary, labels(), maskOf(index, filter), levelFor(filter)),
      )
    },
    suggest: (text, limit) => {
      const index = keeper.current()
      const level = levelFor({})
      const all = tagCounts(index.version, `${level} ${context.language()}`, () =>
        frequent(
          countEntries(index.lists().tags, index.columns.live, level).map(({ id, count }) => ({
            name: vocabulary.tagName(id),
            label: labels().tag(id),
            count,
          })),
        ),
      )
      const beginning = foldText(text.trim())
      return all
        .filter(({ name, label }) => [name, label].some((text) => foldText(text).startsWith(beginning)))
        .slice(0, limit)
    },
  }
}

/** What tags and categories are called in a language. */
const labelsIn = ({ names, vocabulary }: Context, language: Language): Labels => ({
  tag: (id) => {
    const [name, concept] = [vocabulary.tagName(id), vocabulary.tagConcept(id)]
    return concept === null ? name : names.conceptLabel(concept, name, language)
  },
  category: (id) => {
    const { categorizer, name } = vocabulary.category(id)
    return names.categoryLabel(categorizer, name, language)
  },
})

/** Keeps the last answers while nothing changes: a window asks for the same query page by page. */
function keepAnswers<T>() {
  const kept = new Map<string, T>()
  let keptVersion = -1
  return (version: number, key: string, answer: () => T): T => {
    if (version !== keptVersion) kept.clear()
    keptVersion = version
    const value = kept.get(key) ?? answer()
    kept.delete(key)
    kept.set(key, value)
    const oldest = kept.keys().next().value
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    return value
  }
}

/** Walks the kept order; for a few photos of a large library that costs no more than sorting them. */
function idsInOrder({ columns, orders }: PhotoIndex, mask: Bits, { by, order }: PhotoQuery['sort']): Uint32Array {
  const slots = orders.slots(by)
  const found = new Uint32Array(countBits(mask))
  let count = 0
  const take = (slot: number) => {
    if (hasBit(mask, slot)) found[count++] = columns.ids[slot] ?? 0
  }
  if (order === 'asc') for (let i = 0; i < slots.length; i++) take(slots[i] ?? 0)
  else for (let i = slots.length - 1; i >= 0; i--) take(slots[i] ?? 0)
  return found
}

const MISSING = statusNames.indexOf('missing')

/** Photos in each folder itself, without those whose file is gone: as many as a look into the folder shows. */
export function countByFolder(keeper: IndexKeeper): Map<number, number> {
  const { columns } = keeper.current()
  const counts = new Map<number, number>()
  forEachBit(columns.live, (slot) => {
    const folder = columns.folder[slot] ?? 0
    if (columns.status[slot] !== MISSING) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  })
  return counts
}

/** Photos pending, ready, failed and missing. */
export function countByStatus(keeper: IndexKeeper): [number, number, number, number] {
  const { columns } = keeper.current()
  const counts: [number, number, number, number] = [0, 0, 0, 0]
  forEachBit(columns.live, (slot) => {
    const status = (columns.status[slot] ?? 0) as 0 | 1 | 2 | 3
    counts[status]++
  })
  return counts
}
