/** What a compute process writes to stderr as the last thing before it ends itself for want of memory. */
export const MEMORY_MARK = 'lumafold: the memory limit is reached'
