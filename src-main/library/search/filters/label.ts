import { searchFields } from '../../../contract/library/search/fields.ts'
import type { Bits } from '../columns/bits.ts'
import { keepOnly } from '../columns/bits.ts'
import type { TextColumn } from '../columns/column.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import { byName, countTexts, withTexts } from './texts.ts'
import type { Filter } from './filter.ts'
import { nameMatcher } from './match-words.ts'
import { withKept } from './numbers.ts'

const labelColumn: TextColumn = { sql: 'p.label' }

/** The search language's name for no label. */
const NONE = 'none'

/** Any one of some labels; the empty one means no label. */
export const label = {
  fields: ['labels'],
  texts: [labelColumn],
  terms: [
    {
      field: searchFields.label,
      find: ({ values }, { index }) => {
        const tests = values.map((value) => nameMatcher('=', value))
        const hasNone = values.some((value) => value.toLowerCase() === NONE)
        return withTexts(index, labelColumn, (text) => (text === '' ? hasNone : tests.some((matches) => matches(text))))
      },
      values: (photos, { index }) => countLabels(index, photos).map((each) => ({ ...each, label: each.value })),
    },
  ],
  states: { labelled: ({ index }) => withKept(index, index.texts(labelColumn).values, (code) => code !== 0) },
  keep: (photos, { labels: wanted = [] }, { index }) => {
    if (wanted.length === 0) return
    const texts = index.texts(labelColumn)
    const codes = new Set(wanted.map((text) => texts.codeOf(text)))
    keepOnly(photos, (slot) => codes.has(texts.values[slot] ?? 0))
  },
  facet: (photos, { index }) => ({
    labels: countLabels(index, photos).map(({ value, count }) => ({ label: value, count })),
  }),
} satisfies Filter

const countLabels = (index: PhotoIndex, photos: Bits) => byName(countTexts(index, labelColumn, photos))
