import { chipsOfList, type SearchFilter } from '../filter.ts'
import { statusWords } from './status-words.ts'
import StatusFilter from './StatusFilter.vue'

/** Photos by the state of their analysis and of their file. */
export const statusFilter: SearchFilter = {
  name: 'status',
  fields: ['statuses'],
  control: { component: StatusFilter, column: 'main', position: 60 },
  chips: (filter) =>
    chipsOfList(filter, 'statuses', (status) => ({ label: statusWords[status as keyof typeof statusWords].chip })),
}
