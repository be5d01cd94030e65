import { numberColumn } from '../columns/column.ts'
import type { Filter } from './filter.ts'
import { withKept } from './numbers.ts'

const cropColumn = numberColumn("p.crop <> ''", Uint8Array)

/** Photos of which a part is shown. */
export const crop = {
  fields: [],
  columns: [cropColumn],
  terms: [],
  states: { cropped: ({ index }) => withKept(index, index.values(cropColumn), (isCropped) => isCropped > 0) },
} satisfies Filter
