import { numberColumn } from './column.ts'

/** 1 for a missing photo that the person removed. */
export const removedColumn = numberColumn('p.removed_ms IS NOT NULL', Uint8Array)
