import { numberColumn } from '../../search/columns/column.ts'
import { STACK_NUMBER } from './stack-number.ts'

/** The number of each photo's stack, 0 for a photo without one. */
export const stackColumn = numberColumn(STACK_NUMBER, Int32Array)
/** The photo of a stack with the largest number is its top photo; 0 if the person chose none. */
export const topColumn = numberColumn('p.stack_top', Uint32Array)
