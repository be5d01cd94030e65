/** Tells glibc how much freed memory it keeps; whoever sets it for a process has models use that and no arena each. */
export const KEEPS_FREED = 'MALLOC_TRIM_THRESHOLD_'

/**
 * Whether each opened model keeps memory of its own between runs. Where malloc keeps what was freed, one model's memory
 * serves the next, which saves 50 MB with all models; elsewhere every run would map its memory anew and take half as
 * long again.
 */
export const hasOwnArenas = (env: NodeJS.ProcessEnv = process.env): boolean => env[KEEPS_FREED] === undefined
