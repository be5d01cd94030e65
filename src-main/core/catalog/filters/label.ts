import { keepOnly } from '../columns/bits.ts'
import type { TextColumn } from '../columns/column.ts'
import type { Filter } from './filter.ts'
import { countNumbers, sortCounts } from './numbers.ts'

const labelColumn: TextColumn = { sql: 'p.label' }

/** Any one of some labels; the empty one is of photos without a label. */
export const label = {
  fields: ['labels'],
  keep: (photos, { labels: wanted = [] }, { index }) => {
    if (wanted.length === 0) return
    const texts = index.texts(labelColumn)
    const codes = new Set(wanted.map((text) => texts.codeOf(text)))
    keepOnly(photos, (slot) => codes.has(texts.values[slot] ?? 0))
  },
  facet: (photos, { index }) => {
    const texts = index.texts(labelColumn)
    const counts = sortCounts(countNumbers(texts.values, photos)).filter(({ value }) => value !== 0)
    return { labels: counts.map(({ value, count }) => ({ label: texts.textOf(value), count })) }
  },
} satisfies Filter
