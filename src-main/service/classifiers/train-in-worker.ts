import { addAbortListener } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import type { Background } from '../../analysis/classifiers/background.ts'
import type { Classifier } from '../../analysis/classifiers/classifier.ts'
import type { NumberedTrainingRequest } from './training-request.ts'
import type { ExamplePicture } from '../ports/classifier-store.ts'

export type TrainingTask = {
  classifier: Pick<NumberedTrainingRequest, 'id' | 'kind' | 'classes'>
  modelId: string
  pictures: readonly ExamplePicture[]
  /** Statistics of ordinary pictures as described by the model; null if the program has none. */
  background: Background | null
  nowMs: number
}
export type TrainingReply = { ok: true; classifier: Classifier } | { ok: false; code: ErrorCode; message: string }

/**
 * Trains in a separate thread, so that other requests are served meanwhile. Rejects with training's error, or with the
 * reason of `signal`, which ends the thread.
 */
export async function trainInWorker(task: TrainingTask, signal?: AbortSignal): Promise<Classifier> {
  signal?.throwIfAborted()
  const worker = new Worker(workerPath(), { workerData: task })
  using _ = signal && addAbortListener(signal, () => void worker.terminate())
  const reply = await new Promise<TrainingReply>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () =>
      reject((signal?.reason as unknown) ?? new Error('The training thread ended without an answer.')),
    )
  })
  if (reply.ok) return reply.classifier
  throw new AppError(reply.code, reply.message)
}

/** Beside this file when run from source, or built as `training-worker.js` beside the program or its chunks. */
function workerPath(): string {
  const paths = ['./training-worker.ts', './training-worker.js', '../training-worker.js'].map((candidate) =>
    fileURLToPath(new URL(candidate, import.meta.url)),
  )
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`The training program is missing; looked for ${paths.join(', ')}.`)
  return found
}
