/** The last line that a compute process writes to stderr before it ends itself for lack of memory. */
export const MEMORY_MARK = 'lumafold: the memory limit is reached'

/** Starts the lines in which a working compute process reports its processor time, in milliseconds. */
export const USED_MARK = 'lumafold: processor ms used: '

/**
 * Each such line covers this many milliseconds in which the process could run. A process that is stopped, or gets no
 * processor, writes none.
 */
export const REPORT_MS = 500
