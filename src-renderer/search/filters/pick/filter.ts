import type { PickFlag } from '../../../../src-main/contract/library/photo.ts'
import type { SearchFilter } from '../filter.ts'
import PickFilter from './PickFilter.vue'
import { flagWords } from './flag-words.ts'

/** Photos by their flag. */
export const pickFilter: SearchFilter = {
  name: 'pick',
  fields: ['picks'],
  control: { component: PickFilter, column: 'main', position: 8 },
  chips: ({ picks = [] }) =>
    picks.map((pick: PickFlag) => ({
      label: flagWords[pick],
      value: String(pick),
      without: { picks: picks.filter((other) => other !== pick) },
    })),
}
