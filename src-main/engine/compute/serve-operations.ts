import type { MemoryGate } from '../local/decode/open-source.ts'
import type { Models } from '../local/models/slots.ts'
import { openNames } from '../local/vocabulary/names.ts'
import { answerCalls } from '../operations/answer-calls.ts'
import type { CallAnswer } from '../operations/calls.ts'
import { openSharedOperations } from '../operations/operations.ts'
import { createPictureShelf } from '../operations/picture-shelf.ts'
import { askedPorts, type AskPort } from '../operations/port-questions.ts'
import type { ComputeStart, ComputeTask } from './protocol.ts'

type OperateTask = Extract<ComputeTask, { kind: 'operate' }>

/** Does a task's calls; never rejects. The gate and the questions are the task's own. */
export type ServeOperations = (task: OperateTask, gate: MemoryGate, ask: AskPort) => Promise<CallAnswer[]>

/** Bytes of pictures that a process keeps for the next request on them. */
const SHELF_BYTES = 64 * 1024 * 1024

/** Opens the operations on models that are open already. */
export function serveOperations({ resourcesDir, modelsDir }: ComputeStart, models: Models): ServeOperations {
  const operationsOf = openSharedOperations({ resourcesDir, modelsDir, models, names: openNames(resourcesDir) })
  const shelf = createPictureShelf(SHELF_BYTES)
  return async ({ request, ports }, gate, ask) => {
    const operations = operationsOf(askedPorts(ports, ask))
    const { path, pictureId, calls } = request
    return answerCalls(operations, calls, async () => {
      const picture = await shelf.take(pictureId, path, () => operations.open(path, gate))
      // What is cut at full size is read from this request's own file: the one it was opened from may be gone.
      return { ...picture, origin: path, gate }
    })
  }
}
