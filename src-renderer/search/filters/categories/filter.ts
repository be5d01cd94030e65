import { chipsOfList, type SearchFilter } from '../filter.ts'
import CategoryFilter from './CategoryFilter.vue'

/** Photos in any of the chosen categories, which the query writes as `categorizer/name`. */
export const categoryFilter: SearchFilter = {
  name: 'categories',
  fields: ['categories'],
  control: { component: CategoryFilter, column: 'main', position: 50 },
  chips: (filter, names) =>
    chipsOfList(filter, 'categories', (key) => ({ name: key.split('/').at(-1) ?? key, label: names.category(key) })),
}
