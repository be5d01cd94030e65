import { categoryFilter } from './filters/categories/filter.ts'
import { colorFilter } from './filters/color/filter.ts'
import { dateFilter } from './filters/date/filter.ts'
import { faceFilter } from './filters/faces/filter.ts'
import type { SearchFilter } from './filters/filter.ts'
import { folderFilter } from './filters/folder/filter.ts'
import { labelFilter } from './filters/label/filter.ts'
import { pickFilter } from './filters/pick/filter.ts'
import { ratingFilter } from './filters/rating/filter.ts'
import { statusFilter } from './filters/status/filter.ts'
import { tagFilter } from './filters/tags/filter.ts'
import { textFilter } from './filters/text/filter.ts'

/** Every filter of the window, in the order of the chips above the photos. */
export const filters: readonly SearchFilter[] = [
  textFilter,
  folderFilter,
  tagFilter,
  categoryFilter,
  colorFilter,
  dateFilter,
  pickFilter,
  ratingFilter,
  labelFilter,
  faceFilter,
  statusFilter,
]
