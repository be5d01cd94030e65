import type { JobWithMetadata, PgBoss } from 'pg-boss'

export type WorkersOptions<T> = {
  queue: string
  /** Jobs under way at once. */
  count: number
  /** How late a job whose time has come is noticed where no notification wakes a worker; at least 0.5. */
  lookSeconds: number
  handle(job: JobWithMetadata<T>): Promise<void>
}

/** Workers beside the first are woken by those that have something to do, and look so many times more seldom. */
const SPARE_LOOKS = 6

/**
 * Starts workers of a queue on this node. A worker of the library rests after each job until its next look, however
 * many wait, and each looks for itself: here one that got a job looks again as soon as that is done, and wakes another
 * one, so that a queue is worked off without pauses while only one worker looks often.
 */
export async function startWorkers<T extends object>(
  boss: PgBoss,
  { queue, count, lookSeconds, handle }: WorkersOptions<T>,
): Promise<void> {
  const resting = new Set<string>()
  const start = async (seconds: number) => {
    const looking = { pollingIntervalSeconds: seconds, notifyPollingIntervalSeconds: seconds }
    const id: string = await boss.work<T>(queue, { ...looking, includeMetadata: true as const }, async ([job]) => {
      resting.delete(id)
      for (const next of [id, ...resting].slice(0, 2)) boss.notifyWorker(next)
      try {
        await handle(job as JobWithMetadata<T>)
      } finally {
        resting.add(id)
      }
    })
    resting.add(id)
  }
  await start(lookSeconds)
  for (let n = 1; n < count; n++) await start(SPARE_LOOKS * lookSeconds)
}
