/** What does the trainings of a queue. */
export type Trainer = {
  /**
   * Trains an index for all who wait for it by now. Rejects where that is to be done again: after `signal` was aborted,
   * or with an error that passes.
   */
  train(indexRow: number, signal: AbortSignal): Promise<void>
  /** Told of a training that ended its process, or rejected, twice; it is not done again. */
  giveUp(indexRow: number): Promise<void>
}

/**
 * Trainings that are asked for, which outlive a process: each is done by one of those that share the indexes. Of an
 * index, one at most waits and one at most is under way.
 */
export type TrainingQueue = {
  /** Has an index trained, safely when this resolves; one that waits already counts for both who asked. */
  request(indexRow: number): Promise<void>
  /** Begins to give trainings to a process, which is done before whoever opened the queue closes it. */
  begin(trainer: Trainer): Promise<void>
  /** Whether the cause of an error goes away by itself, as a database does that is away. */
  isPassing(error: unknown): boolean
}
