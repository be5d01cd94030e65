/** What a job is about; kept as JSON. */
export type JobData = Readonly<Record<string, string | number | boolean | null>>

/** One job as it is given to whoever does it. */
export type Job<T extends JobData> = {
  data: T
  /** 1 at first; one more each time the work before ended with `againInMs`. */
  attempt: number
  /** Aborts when the node stops, or when the job is not this node's any more. */
  signal: AbortSignal
}

/** How the work ended: nothing more is to be done, or the same again after a pause. */
export type JobEnd = 'done' | { againInMs: number }

export type JobWork<T extends JobData> = {
  /** Jobs of the queue that are under way on one node at once. */
  concurrency: number
  /**
   * By how much a job that waited for a time, or for a killed node, may be late, in milliseconds. Looking seldom costs
   * a database of many nodes less; five seconds where it is left out, and what is sent for now is done now.
   */
  latestMs?: number
  /**
   * Does a job. May be called again for one that it did: a node may be killed after the work and before that is noted.
   * Where it rejects after `signal` was aborted, the job is handed back as it was.
   */
  run(job: Job<T>): Promise<JobEnd>
  /** Told of a job that ended the process, or rejected, twice; it is not done again. */
  giveUp(data: T): Promise<void>
}

export type SendOptions = {
  /**
   * Of a queue's jobs with one key, one at most waits and one at most is under way: what is sent while one waits adds
   * nothing to it.
   */
  key?: string | undefined
  /** What `cancel` takes them back by. */
  owner?: string | undefined
  /** Not before so many milliseconds from now. */
  inMs?: number | undefined
}

/**
 * Work that outlives a process, in named queues. Each job is done by one node; that of a node that was killed is taken
 * by another within half a minute.
 */
export type Jobs = {
  /** Keeps a job, safely when this resolves; false where one of its key waits already. */
  send(queue: string, data: JobData, options?: SendOptions): Promise<boolean>
  /** Begins to do a queue's jobs on this node; once for each queue. */
  work<T extends JobData>(queue: string, work: JobWork<T>): Promise<void>
  /** Takes back the waiting jobs of an owner; those under way go on. */
  cancel(queue: string, owner: string): Promise<void>
  /** Takes no more jobs, aborts those under way, and waits until they ended or were handed back. */
  close(): Promise<void>
}

/** A job may end the process, or reject, less often than this. */
export const MOST_FAILURES = 2
/** Pause before a job is done again that rejected, in milliseconds. */
export const FAILURE_PAUSE_MS = 10_000
