import { searchFields } from '../../../contract/library/search/fields.ts'
import { countEquipment, equipmentColumn, equipmentTerm } from './equipment.ts'
import type { Filter } from './filter.ts'

const lensColumn = equipmentColumn('p.lens')

/** The lens. */
export const lens = {
  fields: [],
  columns: [lensColumn],
  terms: [equipmentTerm(searchFields.lens, lensColumn)],
  facet: (photos, source) => ({
    lenses: countEquipment(photos, source, lensColumn).map(({ value, count }) => ({ lens: value, count })),
  }),
} satisfies Filter
