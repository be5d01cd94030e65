/** Settings of the connections to a library's files. */
export const catalogPragmas: readonly string[] = [
  'temp_store = MEMORY',
  'cache_size = -32000',
  'mmap_size = 67108864', // counts as memory of the process once read, so it stays small
]
