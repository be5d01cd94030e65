/** What a compute process writes to stderr as the last thing before it ends itself for want of memory. */
export const MEMORY_MARK = 'lumafold: the memory limit is reached'

/** Before the milliseconds of processor time that a compute process has used; such a line comes while it works. */
export const USED_MARK = 'lumafold: processor ms used: '

/**
 * Each such line stands for so many milliseconds in which the process could run. One that is stopped, or that others
 * leave no processor, writes none.
 */
export const REPORT_MS = 500
