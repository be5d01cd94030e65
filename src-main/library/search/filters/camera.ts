import { searchFields } from '../../../contract/library/search/fields.ts'
import { countEquipment, equipmentColumn, equipmentTerm } from './equipment.ts'
import type { Filter } from './filter.ts'

const cameraColumn = equipmentColumn('p.camera')

/** The camera, by make and model. */
export const camera = {
  fields: [],
  columns: [cameraColumn],
  terms: [equipmentTerm(searchFields.camera, cameraColumn)],
  facet: (photos, source) => ({
    cameras: countEquipment(photos, source, cameraColumn).map(({ value, count }) => ({ camera: value, count })),
  }),
} satisfies Filter
