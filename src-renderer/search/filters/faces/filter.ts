import type { SearchFilter } from '../filter.ts'
import { describeFaces } from './face-range.ts'
import FaceFilter from './FaceFilter.vue'

/** Photos by the number of faces on them. */
export const faceFilter: SearchFilter = {
  name: 'faces',
  fields: ['facesFrom', 'facesTo'],
  control: { component: FaceFilter, column: 'main', position: 40 },
  chips: ({ facesFrom, facesTo }) =>
    facesFrom === undefined && facesTo === undefined ? [] : [{ label: describeFaces(facesFrom, facesTo) }],
}
