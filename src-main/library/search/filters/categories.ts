import { searchFields } from '../../../contract/library/search/fields.ts'
import { type Bits, intersect } from '../columns/bits.ts'
import { categoryList } from '../../queue/rows/findings/categories.ts'
import { countEntries, mostFrequentFirst, withEntries } from './entries.ts'
import { nameMatcher } from './match-words.ts'
import type { Filter, FilterContext, FilterSource } from './filter.ts'

/** Any one of some categories, each written `categorizer/name`. */
export const categories = {
  fields: ['categories'],
  isCostly: true,
  terms: [
    {
      field: searchFields.category,
      find: ({ values }, source) => {
        const ids = new Set(values.flatMap((value) => categoriesCalled(source, value)))
        return withEntries(source.index.live, source.index.lists(categoryList), ids, source.minLevel)
      },
      values: (photos, source) =>
        countCategories(photos, source).map(({ categorizer, name, label, count }) => ({
          value: `${categorizer}/${name}`,
          label,
          count,
        })),
    },
  ],
  *keep(photos, { categories: wanted = [] }, { index, context, minLevel }) {
    if (wanted.length === 0) return
    const ids = findCategories(context, new Set(wanted))
    intersect(photos, yield* withEntries(photos, index.lists(categoryList), ids, minLevel))
  },
  facet: (photos, source) => ({ categories: countCategories(photos, source) }),
} satisfies Filter

const countCategories = (photos: Bits, source: FilterSource) =>
  mostFrequentFirst(
    countEntries(source.index.lists(categoryList), photos, {
      minLevel: source.minLevel,
      slots: source.index.slots,
    }).map(({ id, count }) => ({
      ...nameCategory(source, id),
      count,
    })),
  )

/** Categories with this name, with or without their categorizer before it, or with this label. */
function categoriesCalled(source: FilterSource, value: string): number[] {
  const matches = nameMatcher('=', value)
  return source.context.vocabulary.categories().flatMap(({ id, categorizer, name }) => {
    const { label } = nameCategory(source, id)
    return [`${categorizer}/${name}`, name, label].some(matches) ? [id] : []
  })
}

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
