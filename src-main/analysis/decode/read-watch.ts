/**
 * Hears how the reading of a photo's file goes, so that the time a disk or a network share takes does not count as the
 * time of the work.
 */
export type ReadWatch = {
  /** More of the file is there. */
  reading(): void
  /**
   * The file is read, and work on it begins. `rereadMs` is 0 where its bytes are in memory; a very large file is read
   * from its disk again while it is decoded, and this is how many milliseconds reading it took the first time.
   */
  read(rereadMs: number): void
}

/** For callers that have no time limit. */
export const unwatched: ReadWatch = { reading: () => undefined, read: () => undefined }
