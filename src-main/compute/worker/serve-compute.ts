import { AppError, messageOf } from '../../contract/errors.ts'
import type { MemoryLimiter } from '../../analysis/decode/memory-limiter.ts'
import { renderPhoto } from '../../analysis/decode/render-photo.ts'
import { openModels } from '../../analysis/models/registry/registry.ts'
import type { Models } from '../../analysis/models/runtime/tasks.ts'
import { refuseCalls } from '../../analysis/operations/answer-calls.ts'
import { asAppError } from '../../analysis/operations/as-app-error.ts'
import type { CallAnswer } from '../../analysis/operations/calls.ts'
import { createCpuMeter } from '../../analysis/pipeline/cpu-meter.ts'
import { createStepRunner } from '../../analysis/pipeline/run-steps.ts'
import { createSteps } from '../../analysis/pipeline/steps.ts'
import type { RenderedPicture, RenderRequest } from '../../analysis/photo/findings.ts'
import type { ComputeAnswer, ComputeStart, ComputeTask } from '../protocol.ts'
import { refusalOf, type Reply } from '../reply.ts'
import type { OwnerPort } from './owner-port.ts'
import { OwnerRequests } from './owner-requests.ts'
import type { ServeOperations } from './serve-operations.ts'

type Answer = (task: ComputeTask) => Promise<ComputeAnswer>
type OperateTask = Extract<ComputeTask, { kind: 'operate' }>

/** Answers the owner's messages until it says `close`. */
export function serveCompute(owner: OwnerPort): void {
  const requests = new OwnerRequests(owner)
  let answer: Answer | undefined
  owner.onMessage((message) => {
    if (message.kind === 'start') {
      answer = startAnswering(message, requests)
      owner.post({ kind: 'ready' })
    } else if (message.kind === 'reply') requests.settle(message.ticket, message.reply)
    else if (message.kind === 'close') owner.exit()
    else if (answer !== undefined) void answer(message).then((reply) => owner.post(reply))
  })
}

function startAnswering(start: ComputeStart, requests: OwnerRequests): Answer {
  const models = openModels(start)
  const steps = createSteps(start.resourcesDir)
  const meter = createCpuMeter()
  const operate = operateLate(start, models)
  return async (task) => {
    const { id } = task
    const memory = requests.memoryFor(id)
    if (task.kind === 'render') {
      const picture = await render(task.request, memory)
      return { kind: 'rendered', id, picture, residentBytes: process.memoryUsage.rss() }
    }
    if (task.kind === 'operate') {
      const answers = await operate(task, memory, requests.portsFor(id))
      return { kind: 'operated', id, answers, residentBytes: process.memoryUsage.rss() }
    }
    const outcome = await createStepRunner({ models, steps, limitMemory: memory, meter })(task.request)
    return { kind: 'analysed', id, outcome, residentBytes: process.memoryUsage.rss() }
  }
}

/** A library never asks for operations: what they need is loaded with the first. */
function operateLate(start: ComputeStart, models: Models): ServeOperations {
  let serving: Promise<ServeOperations> | undefined
  const load = async () => (await import('./serve-operations.ts')).serveOperations(start, models)
  return async (task: OperateTask, memory, ask): Promise<CallAnswer[]> => {
    try {
      const operate = await (serving ??= load())
      return await operate(task, memory, ask)
    } catch (error) {
      return refuseCalls(task.request.calls, asAppError(error))
    }
  }
}

async function render(request: RenderRequest, memory: MemoryLimiter): Promise<Reply<RenderedPicture>> {
  try {
    return { ok: true, value: await renderPhoto(request, memory) }
  } catch (error) {
    return refusalOf(error instanceof AppError ? error : new AppError('internal', messageOf(error), { cause: error }))
  }
}
