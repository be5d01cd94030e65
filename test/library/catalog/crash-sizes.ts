/** Files that the crashing writer adds per batch, and tags per file. */
export const BATCH = 40
export const TAGS = 6
