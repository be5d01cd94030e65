/** Possible position of a JPEG inside a RAW file, in bytes. */
export type PreviewPlace = { offset: number; length: number }
