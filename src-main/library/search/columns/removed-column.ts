import { numberColumn } from './column.ts'

/** 1 for a missing photo that the person removed and that is only kept. */
export const removedColumn = numberColumn('p.removed_ms IS NOT NULL', Uint8Array)
