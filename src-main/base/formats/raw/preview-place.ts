/** Where a JPEG may lie inside a RAW file, in bytes. */
export type PreviewPlace = { offset: number; length: number }
