import type { SearchFilter } from '../filter.ts'
import ColorFilter from './ColorFilter.vue'

/** Photos with a main colour near the chosen one. */
export const colorFilter: SearchFilter = {
  name: 'color',
  fields: ['color'],
  control: { component: ColorFilter, column: 'main', position: 20 },
  chips: ({ color }) => (color ? [{ label: `Near ${color.html}`, swatch: color.html }] : []),
}
