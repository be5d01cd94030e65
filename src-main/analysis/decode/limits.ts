/** Limits for one photo. Sizes in bytes and pixels. */
export const limits = {
  /** Larger files are refused. */
  fileBytes: 2 * 1024 * 1024 * 1024,
  /** Larger files are not read into memory: libvips reads them from disk as it decodes. */
  bufferedBytes: 256 * 1024 * 1024,
  /** For formats that are read row by row, or shrunk while they are read. */
  streamedPixels: 600_000_000,
  /** Maximum memory of a decoder. */
  decodeBytes: 768 * 1024 * 1024,
  /**
   * Maximum memory of a decoder that needs many bytes a pixel, so that 24 megapixels fit; together with the models it
   * stays within the limit of a compute process.
   */
  aloneBytes: 1600 * 1024 * 1024,
  /** Decodes with a higher estimate than this run one at a time. */
  heavyBytes: 64 * 1024 * 1024,
  /** A longer side is refused: no photo has it, and decoders overflow. */
  side: 300_000,
} as const
