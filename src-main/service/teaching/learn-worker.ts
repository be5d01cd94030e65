import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../contract/errors.ts'
import type { LearningReply, LearningTask } from './learn-apart.ts'
import { learn } from './learn.ts'

/** Entry of the thread that learns; posts one reply and ends. */
function main(task: LearningTask): LearningReply {
  try {
    return { ok: true, tagger: learn(task) }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, code: error.code, message: error.message }
    throw error
  }
}

// the task comes from learn-apart.ts alone
parentPort?.postMessage(main(workerData as LearningTask))
