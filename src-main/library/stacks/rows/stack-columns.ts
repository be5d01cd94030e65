import { numberColumn } from '../../search/columns/column.ts'
import { STACK_NUMBER } from './stack-number.ts'

/** The number of each photo's stack, 0 for one that stands alone. */
export const stackColumn = numberColumn(STACK_NUMBER, Int32Array)
/** The photo of a stack with the largest number stands for it; 0 where the person chose none. */
export const topColumn = numberColumn('p.stack_top', Uint32Array)
