/** The data of a job; stored as JSON. */
export type JobData = Readonly<Record<string, string | number | boolean | null>>

/** A job as its handler gets it. */
export type Job<T extends JobData> = {
  data: T
  /** 1 at first; increases each time the previous run ended with `againInMs`. */
  attempt: number
  /** Aborts when the node stops, or when the job no longer belongs to this node. */
  signal: AbortSignal
}

/** The outcome of a run: done, or to be repeated after a pause. */
export type JobEnd = 'done' | { againInMs: number }

export type JobWork<T extends JobData> = {
  /** Maximum number of concurrent jobs of the queue per node. */
  concurrency: number
  /**
   * How late, in milliseconds, a delayed job or that of a killed node may start. Polling less often costs a shared
   * database less; five seconds by default. Jobs without a delay start at once.
   */
  latestMs?: number
  /**
   * Runs a job. May be called again for a finished one, because a node may be killed before it records the end. If it
   * rejects after `signal` was aborted, the job is returned unchanged.
   */
  run(job: Job<T>): Promise<JobEnd>
  /** Called with a job that crashed the process or rejected twice; it does not run again. */
  giveUp(data: T): Promise<void>
}

export type SendOptions = {
  /** Of jobs in a queue with the same key, at most one waits and one runs: a job sent while one waits is dropped. */
  key?: string | undefined
  /** Identifies jobs for `cancel`. */
  owner?: string | undefined
  /** Delay in milliseconds. */
  inMs?: number | undefined
}

/**
 * Work that survives a process, in named queues. Each job runs on one node; if that is killed, another node takes it
 * within half a minute.
 */
export type Jobs = {
  /** Stores a job, durably when this resolves; false if one with its key already waits. */
  send(queue: string, data: JobData, options?: SendOptions): Promise<boolean>
  /** Starts running a queue's jobs on this node; call it once per queue. */
  work<T extends JobData>(queue: string, work: JobWork<T>): Promise<void>
  /** Removes the waiting jobs of an owner; running ones continue. */
  cancel(queue: string, owner: string): Promise<void>
  /** Takes no more jobs, aborts running ones, and waits until they ended or were returned. */
  close(): Promise<void>
}

/** A job is given up after it crashed the process or rejected this many times. */
export const MAX_FAILURES = 2
/** Pause before a rejected job runs again, in milliseconds. */
export const FAILURE_PAUSE_MS = 10_000
