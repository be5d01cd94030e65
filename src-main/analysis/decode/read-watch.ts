/**
 * Receives the progress of reading a photo's file, so that the time of a disk or a network share does not count as time
 * of the work.
 */
export type ReadWatch = {
  /** More of the file has arrived. */
  reading(): void
  /**
   * The file is read, and work on it begins. `rereadMs` is 0 if its bytes are in memory. A very large file is read from
   * its disk again while it is decoded; then this is the milliseconds that reading it took the first time.
   */
  read(rereadMs: number): void
}

/** For callers that have no time limit. */
export const unwatched: ReadWatch = { reading: () => undefined, read: () => undefined }
