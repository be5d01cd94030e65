/** Bounds on what one photo may cost. Sizes in bytes and pixels. */
export const limits = {
  /** Larger files are refused. */
  fileBytes: 2 * 1024 * 1024 * 1024,
  /** Larger files are not read into memory: libvips reads them from the disk as it decodes. */
  bufferedBytes: 256 * 1024 * 1024,
  /** Formats read row by row, or shrunk while they are read. */
  streamedPixels: 600_000_000,
  /** What a decoder may hold at once. */
  decodeBytes: 768 * 1024 * 1024,
  /**
   * What a decoder may hold that needs many bytes for a pixel, so that 24 megapixels fit; with the models it stays
   * within what a compute process may hold.
   */
  aloneBytes: 1600 * 1024 * 1024,
  /** Decodes expected to hold more than this run one at a time. */
  heavyBytes: 64 * 1024 * 1024,
  /** A side longer than this is refused: no photo has it, and decoders overflow. */
  side: 300_000,
} as const
