import type { MemoryLimiter } from '../../analysis/decode/memory-limiter.ts'
import type { Models } from '../../analysis/models/runtime/tasks.ts'
import { openNames } from '../../analysis/vocabulary/names.ts'
import { answerCalls } from '../../analysis/operations/answer-calls.ts'
import type { CallAnswer } from '../../analysis/operations/calls.ts'
import { openOperations } from '../../analysis/operations/operations.ts'
import { PictureCache } from '../../analysis/operations/picture-cache.ts'
import { askedPorts, type AskPort } from '../port-questions.ts'
import type { ComputeStart, ComputeTask } from '../protocol.ts'

type OperateTask = Extract<ComputeTask, { kind: 'operate' }>

/** Answers a task's calls; never rejects. Memory and ports belong to the task. */
export type ServeOperations = (task: OperateTask, memory: MemoryLimiter, ask: AskPort) => Promise<CallAnswer[]>

/** Bytes of pictures that a process keeps for the next request about them. */
const CACHE_BYTES = 64 * 1024 * 1024

/** Creates the operations on models that are open already. */
export function serveOperations({ resourcesDir, modelsDir }: ComputeStart, models: Models): ServeOperations {
  const operationsOf = openOperations({ resourcesDir, modelsDir, models, names: openNames(resourcesDir) })
  const cache = new PictureCache(CACHE_BYTES)
  return async ({ request, ports }, memory, ask) => {
    const operations = operationsOf(askedPorts(ports, ask))
    const { path, pictureId, calls } = request
    return answerCalls(operations, calls, async () => {
      const picture = await cache.take(pictureId, path, () => operations.open(path, memory))
      // Crops at full size are read from this request's own file: the one that the picture was opened from may be gone.
      return { ...picture, origin: path, limitMemory: memory }
    })
  }
}
