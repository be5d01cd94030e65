export const [KEY, SECRET] = ['soak', 'the-secret-of-the-soak']

/**
 * What a process has open: files by the system's count, Node's handles of files, connections and timers, also those that
 * keep no process alive; and how many files lie where pictures pass and in the system's temporary folder.
 */
export type Counts = Record<'files' | 'handles' | 'sockets' | 'timers' | 'temporary', number>

export type Message = { address: string } | { counts: Counts } | { logged: unknown[] }
