import type { NumberColumn } from '../columns/column.ts'
import { pickColumn } from '../filters/pick.ts'
import { stackColumn, topColumn } from '../../stacks/rows/stack-columns.ts'

/** What folding reads of every photo. */
export const columnsOfStacks: readonly NumberColumn[] = [stackColumn, topColumn, pickColumn]
