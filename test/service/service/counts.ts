export const [KEY, SECRET] = ['soak', 'the-secret-of-the-soak']

/**
 * A process's open resources: files by the system's count, Node's file handles, connections and timers, including those
 * that keep no process alive; and the number of files in the folder of passing pictures and in the system's temporary
 * folder.
 */
export type Counts = Record<'files' | 'handles' | 'sockets' | 'timers' | 'temporary', number>

export type Message = { address: string } | { counts: Counts } | { logged: unknown[] }
