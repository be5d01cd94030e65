import type { SearchFilter } from '../filter.ts'
import { describeDates } from './date-range.ts'
import DateFilter from './DateFilter.vue'

/** Photos taken between two days, both included. */
export const dateFilter: SearchFilter = {
  name: 'date',
  fields: ['takenFrom', 'takenTo'],
  control: { component: DateFilter, column: 'main', position: 30 },
  chips: ({ takenFrom, takenTo }) => (takenFrom || takenTo ? [{ label: describeDates(takenFrom, takenTo) }] : []),
}
