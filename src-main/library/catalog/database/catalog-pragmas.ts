/** Settings of the connections to a library's files. */
export const catalogPragmas: readonly string[] = [
  'temp_store = MEMORY',
  'cache_size = -32000',
  'mmap_size = 0', // mapped pages count as memory of the process once read, and save no measurable time
]
