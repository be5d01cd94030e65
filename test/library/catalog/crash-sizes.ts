/** Files the crashing writer adds at once, and tags it gives each. */
export const BATCH = 40
export const TAGS = 6
