/**
 * Bytes that are read on demand: a Buffer, or a file on disk that is too large for memory. `subarray` returns fewer
 * bytes, or none, beyond the end.
 */
export type Bytes = { readonly length: number; subarray(start: number, end: number): Buffer }
