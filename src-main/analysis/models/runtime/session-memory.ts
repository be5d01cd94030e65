/**
 * Controls how much freed memory glibc keeps. A process that sets it has models use that memory instead of an arena
 * each.
 */
export const KEEPS_FREED = 'MALLOC_TRIM_THRESHOLD_'

/**
 * Whether each opened model keeps its own memory between runs. If malloc keeps freed memory, one model's memory serves
 * the next, which saves 50 MB with all models; but see `keepsMemory` of the catalogue. Otherwise every run would map its
 * memory again and take half as long again.
 */
export const hasOwnArenas = (env: NodeJS.ProcessEnv = process.env): boolean => env[KEEPS_FREED] === undefined
