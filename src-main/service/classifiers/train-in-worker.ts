import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import type { Background } from '../../analysis/classifiers/background.ts'
import type { Classifier } from '../../analysis/classifiers/classifier.ts'
import type { NumberedTrainingRequest } from './training-request.ts'
import type { ExamplePicture } from './classifier-store.ts'

/** What is learned: a lesson, or a tagger again. */
export type TrainingTask = {
  subject: Pick<NumberedTrainingRequest, 'id' | 'kind' | 'classes'> | Classifier
  modelId: string
  pictures: readonly ExamplePicture[]
  /** What ordinary pictures look like to the model; null where that is not known. */
  statistics: Background | null
  nowMs: number
}
export type TrainingReply = { ok: true; tagger: Classifier } | { ok: false; code: ErrorCode; message: string }

/** Learns in a thread of its own, so that other requests are served meanwhile. Rejects with what learning throws. */
export async function trainInWorker(task: TrainingTask): Promise<Classifier> {
  const worker = new Worker(workerPath(), { workerData: task })
  const reply = await new Promise<TrainingReply>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that learns ended without an answer.')))
  })
  if (reply.ok) return reply.tagger
  throw new AppError(reply.code, reply.message)
}

/** Beside this file as source, or built as `learn-worker.js` beside the program or its chunks. */
function workerPath(): string {
  const paths = ['./training-worker.ts', './learn-worker.js', '../learn-worker.js'].map((candidate) =>
    fileURLToPath(new URL(candidate, import.meta.url)),
  )
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`The program that learns is missing; looked for ${paths.join(', ')}.`)
  return found
}
