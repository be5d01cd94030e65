import { numberColumn } from './column.ts'

/** Bytes of a photo's main file; searches and an order share it. */
export const bytesColumn = numberColumn('f.bytes', Float64Array)
