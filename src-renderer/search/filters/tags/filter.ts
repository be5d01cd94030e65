import { chipsOfList, type SearchFilter } from '../filter.ts'
import TagFilter from './TagFilter.vue'

/** Photos that have every chosen tag. */
export const tagFilter: SearchFilter = {
  name: 'tags',
  fields: ['tags'],
  control: { component: TagFilter, column: 'side', position: 10 },
  chips: (filter, names) => chipsOfList(filter, 'tags', (name) => ({ name, label: names.tag(name) })),
}
