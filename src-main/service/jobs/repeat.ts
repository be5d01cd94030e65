import type { Jobs } from '../ports/jobs.ts'

/**
 * Repeats work on one of the nodes, with a pause of this many milliseconds after each run. A failure ends only that
 * run.
 */
export async function repeat(
  jobs: Jobs,
  name: string,
  intervalMs: number,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const queue = `repeated-${name}`
  const sendNext = (inMs: number) => jobs.send(queue, {}, { key: name, inMs })
  await jobs.work(queue, {
    concurrency: 1,
    latestMs: intervalMs / 30,
    run: async ({ signal }) => {
      await work(signal)
      return { againInMs: intervalMs }
    },
    giveUp: async () => void (await sendNext(intervalMs)),
  })
  await sendNext(0)
}
