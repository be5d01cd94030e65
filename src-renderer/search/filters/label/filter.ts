import { chipsOfList, type SearchFilter } from '../filter.ts'
import LabelFilter from './LabelFilter.vue'

/** Photos by their label; the empty one stands for no label. */
export const labelFilter: SearchFilter = {
  name: 'label',
  fields: ['labels'],
  control: { component: LabelFilter, column: 'main', position: 12 },
  chips: (filter) =>
    chipsOfList(filter, 'labels', (label) => ({ label: label === '' ? 'No label' : `Label ${label}` })),
}
