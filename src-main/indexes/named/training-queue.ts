/** Runs the trainings of a queue. */
export type Trainer = {
  /**
   * Trains an index for all who wait for it by now. Rejects if the training must be repeated: after `signal` was
   * aborted, or with a temporary error.
   */
  train(indexRow: number, signal: AbortSignal): Promise<void>
  /** Called for a training that ended its process, or rejected, twice; it is not repeated. */
  giveUp(indexRow: number): Promise<void>
}

/**
 * Requested trainings, which outlive a process. Each is run by one of the processes that share the indexes. For each
 * index, at most one waits and at most one runs.
 */
export type TrainingQueue = {
  /** Requests a training of an index, durably when this resolves; one that already waits serves both callers. */
  request(indexRow: number): Promise<void>
  /** Starts to hand trainings to a process. Whoever opened the queue closes it once that process has finished. */
  begin(trainer: Trainer): Promise<void>
  /** Whether an error is temporary, such as an unavailable database. */
  isPassing(error: unknown): boolean
}
