import { say } from '../../contract/sentences/say.ts'
import { AppError, messageOf } from '../../contract/errors.ts'
import { cutFiles } from '../../analysis/cutting/cut-files.ts'
import { renderPhoto } from '../../analysis/decode/render-photo.ts'
import { openModels } from '../../analysis/models/registry/registry.ts'
import type { Models } from '../../analysis/models/runtime/tasks.ts'
import type { MemoryLimiter } from '../../analysis/decode/memory-limiter.ts'
import { openNames } from '../../analysis/vocabulary/names.ts'
import { asAppError } from '../../analysis/operations/as-app-error.ts'
import { refuseCalls, type CallAnswer } from '../../analysis/operations/calls.ts'
import { createCpuMeter } from '../../analysis/pipeline/cpu-meter.ts'
import { createStepRunner } from '../../analysis/pipeline/step-runner.ts'
import { createSteps } from '../../analysis/pipeline/create-steps.ts'
import type { ComputeAnswer, ComputeBounds, ComputeStart, ComputeTask, DescribeRequest } from '../protocol.ts'
import { refusalOf, type Reply } from '../reply.ts'
import { guardProcess } from './guard-process.ts'
import type { OwnerPort } from './owner-port.ts'
import { OwnerRequests } from './owner-requests.ts'
import { askedPorts, type AskPort } from '../port-questions.ts'
import type { ReadWatch } from '../../analysis/decode/read-watch.ts'

type Answer = (task: ComputeTask) => Promise<ComputeAnswer>
type Owner = { owner: OwnerPort; requests: OwnerRequests }
type OperateTask = Extract<ComputeTask, { kind: 'operate' }>

/** Answers the owner's messages until it says `close`. */
export function serveCompute(owner: OwnerPort): void {
  const requests = new OwnerRequests(owner)
  let answer: Answer | undefined
  owner.onMessage((message) => {
    if (message.kind === 'start') {
      answer = startAnswering(message, { owner, requests })
      owner.post({ kind: 'ready' })
    } else if (message.kind === 'reply') requests.settle(message.ticket, message.reply)
    else if (message.kind === 'close') owner.exit()
    else if (answer !== undefined) void answer(message).then((reply) => owner.post(reply))
  })
}

function startAnswering(start: ComputeStart & ComputeBounds, { owner, requests }: Owner): Answer {
  const models = openModels(start)
  const steps = createSteps(start.resourcesDir)
  const meter = createCpuMeter()
  const operate = operateLate(start, models)
  const guard = guardProcess(start.memoryBytes)
  const answer: Answer = async (task) => {
    const { id } = task
    const limitMemory = requests.memoryFor(id)
    const watch = tellReading(owner, id)
    const residentBytes = () => process.memoryUsage.rss()
    if (task.kind === 'render') {
      const picture = await replyWith(renderPhoto(task.request, limitMemory, watch))
      return { kind: 'rendered', id, picture, residentBytes: residentBytes() }
    }
    if (task.kind === 'cut') {
      const files = await replyWith(cutFiles(task.request, { limitMemory, watch }))
      return { kind: 'cut', id, files, residentBytes: residentBytes() }
    }
    if (task.kind === 'describe') {
      watch.read(0) // there is no file
      const vector = await replyWith(describeText(task.request, models))
      return { kind: 'described', id, vector, residentBytes: residentBytes() }
    }
    if (task.kind === 'operate') {
      watch.read(0) // a service's pictures are on its own disk, and may be decoded already
      const answers = await operate(task, limitMemory, requests.portsFor(id))
      return { kind: 'operated', id, answers, residentBytes: residentBytes() }
    }
    const outcome = await createStepRunner({ models, steps, limitMemory, watch, meter })(task.request)
    return { kind: 'analysed', id, outcome, residentBytes: residentBytes() }
  }
  return (task) => guard.during(() => answer(task))
}

/** Bytes of pictures that a process keeps for the next request about them. */
const CACHE_BYTES = 64 * 1024 * 1024

/** Answers a task's calls; never rejects. A library never asks for operations: they are loaded with the first task. */
function operateLate({ resourcesDir, modelsDir }: ComputeStart, models: Models) {
  const load = async () => {
    const { openOperations } = await import('../../analysis/operations/operations.ts')
    return openOperations({
      resourcesDir,
      modelsDir,
      models,
      names: openNames(resourcesDir),
      cacheBytes: CACHE_BYTES,
    })
  }
  let loading: ReturnType<typeof load> | undefined
  return async ({ request, ports }: OperateTask, limitMemory: MemoryLimiter, ask: AskPort): Promise<CallAnswer[]> => {
    try {
      const operationsFor = await (loading ??= load())
      return await operationsFor(askedPorts(ports, ask)).answer(request, limitMemory)
    } catch (error) {
      return refuseCalls(request.calls, asAppError(error))
    }
  }
}

async function replyWith<T>(work: Promise<T>): Promise<Reply<T>> {
  try {
    return { ok: true, value: await work }
  } catch (error) {
    return refusalOf(error instanceof AppError ? error : new AppError('internal', messageOf(error), { cause: error }))
  }
}

/** Turns a text into a vector; a test of a pair uses a built-in text. Rejects with an AppError. */
async function describeText(request: DescribeRequest, models: Models): Promise<Float32Array> {
  if ('tryPairIn' in request) {
    const { tryPair } = await import('../../analysis/models/pair/try-pair.ts')
    return tryPair(request.tryPairIn)
  }
  const pair = await models.get('text-image')
  if (pair === null) throw new AppError('model-not-found', say('pairs.noneInstalled'))
  return pair.describeText(request.text)
}

/** Minimum milliseconds between two reports of reading progress; the owner counts in many seconds. */
const TELL_MS = 1000
/** How much longer than the first time reading a file again may take. */
const REREAD_FACTOR = 2

/** Reports to the owner the progress of reading a task's file, and when work on it begins. */
function tellReading(owner: Pick<OwnerPort, 'post'>, id: number): ReadWatch {
  let reportedMs = performance.now()
  return {
    reading() {
      const nowMs = performance.now()
      if (nowMs - reportedMs < TELL_MS) return
      reportedMs = nowMs
      owner.post({ kind: 'reading', id })
    },
    read: (rereadMs) => owner.post({ kind: 'working', id, extraMs: rereadMs * REREAD_FACTOR }),
  }
}
