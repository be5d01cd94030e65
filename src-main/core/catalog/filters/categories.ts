import { intersect } from '../columns/bits.ts'
import { categoryList } from '../findings/categories.ts'
import { countEntries, mostFrequentFirst, withEntries } from './entries.ts'
import type { Filter, FilterContext, FilterSource } from './filter.ts'

/** Any one of some categories, each written `categorizer/name`. */
export const categories = {
  fields: ['categories'],
  keep: (photos, { categories: wanted = [] }, { index, context, minLevel }) => {
    if (wanted.length === 0) return
    const ids = findCategories(context, new Set(wanted))
    intersect(photos, withEntries(index, index.lists(categoryList), ids, minLevel))
  },
  facet: (photos, source) => ({
    categories: mostFrequentFirst(
      countEntries(source.index.lists(categoryList), photos, source.minLevel).map(({ id, count }) => ({
        ...nameCategory(source, id),
        count,
      })),
    ),
  }),
} satisfies Filter

const findCategories = ({ vocabulary }: FilterContext, wanted: ReadonlySet<string>): Set<number> =>
  new Set(
    vocabulary
      .categories()
      .filter(({ categorizer, name }) => wanted.has(`${categorizer}/${name}`))
      .map(({ id }) => id),
  )

function nameCategory({ context: { names, vocabulary }, language }: FilterSource, id: number) {
  const { categorizer, name } = vocabulary.category(id)
  return { categorizer, name, label: names.categoryLabel(categorizer, name, language) }
}
