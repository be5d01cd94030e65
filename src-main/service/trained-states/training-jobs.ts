import type { TrainingQueue } from '../../indexes/named/training-queue.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { isPassing } from './is-passing.ts'

const QUEUE = 'trainings'
/** Maximum number of trainings that a node takes at once; most of them may be preparing, while others use the slots. */
const MAX_TAKEN = 8
/** Minimum and maximum pause before another try of a training whose database or store is away, in milliseconds. */
const MIN_PAUSE_MS = 2000
const MAX_PAUSE_MS = 60_000

type TrainingJob = { indexRow: number }

/** Trainings of indexes as jobs of a service, with the index as key. */
export function trainingJobs(jobs: Jobs, log: Pick<ServiceLog, 'warn'>): TrainingQueue {
  return {
    isPassing,
    request: async (indexRow) => void (await jobs.send(QUEUE, { indexRow }, { key: String(indexRow) })),
    begin: (trainer) =>
      jobs.work<TrainingJob>(QUEUE, {
        concurrency: MAX_TAKEN,
        giveUp: ({ indexRow }) => trainer.giveUp(indexRow),
        async run({ data: { indexRow }, attempt, signal }) {
          try {
            await trainer.train(indexRow, signal)
            return 'done'
          } catch (error) {
            if (signal.aborted || !isPassing(error)) throw error
            log.warn('a training could not be done now, and is done again later', { index: indexRow, error })
            return { againInMs: Math.min(MIN_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS) }
          }
        },
      }),
  }
}
