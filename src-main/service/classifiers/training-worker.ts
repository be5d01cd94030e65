import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../contract/errors.ts'
import type { TrainingReply, TrainingTask } from './train-in-worker.ts'
import { train } from './train.ts'

/** Entry of the training thread; posts one reply and ends. */
function main(task: TrainingTask): TrainingReply {
  try {
    return { ok: true, classifier: train(task) }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, code: error.code, message: error.message }
    throw error
  }
}

// the task comes from train-in-worker.ts alone
parentPort?.postMessage(main(workerData as TrainingTask))
