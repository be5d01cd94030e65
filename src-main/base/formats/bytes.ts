/**
 * Bytes that are read where they are needed: a Buffer, or a file on the disk that is too large for memory. `subarray`
 * gives fewer bytes, or none, where they end before.
 */
export type Bytes = { readonly length: number; subarray(start: number, end: number): Buffer }
