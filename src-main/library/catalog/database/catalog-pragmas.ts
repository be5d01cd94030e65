/** Settings of the connections to a library's files. */
export const catalogPragmas: readonly string[] = [
  'temp_store = MEMORY',
  'cache_size = -32000',
  'mmap_size = 0', // what is mapped counts as memory of the process once read, and saves no time that can be measured
]
