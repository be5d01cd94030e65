import { AppError } from '../../contract/errors.ts'
import type { MemoryLimiter } from '../../analysis/decode/memory-limiter.ts'
import { renderPhoto } from '../../analysis/decode/render-photo.ts'
import { openModels } from '../../analysis/models/registry/registry.ts'
import type { Models } from '../../analysis/models/runtime/slots.ts'
import { createStepRunner } from '../../analysis/pipeline/run-steps.ts'
import { createCpuMeter } from '../../analysis/pipeline/cpu-meter.ts'
import { createSteps } from '../../analysis/pipeline/steps.ts'
import { refuseCalls } from '../../analysis/operations/answer-calls.ts'
import { asAppError } from '../../analysis/operations/as-app-error.ts'
import type { OwnerPort } from './owner-port.ts'
import type { ComputeStart, ComputeTask, FromCompute } from '../protocol.ts'
import { createRemoteMemoryLimiter, type RemoteMemoryLimiter } from './remote-memory-limiter.ts'
import { createRemotePorts, type RemotePorts } from './remote-ports.ts'
import type { ServeOperations } from './serve-operations.ts'

type Owner = { gates: RemoteMemoryLimiter; ports: RemotePorts }

/** Answers the owner's messages until it says `close`. */
export function serveCompute(owner: OwnerPort): void {
  const [gates, ports] = [createRemoteMemoryLimiter(owner), createRemotePorts(owner)]
  let answer: ((task: ComputeTask) => Promise<FromCompute>) | undefined
  owner.onMessage((message) => {
    if (message.kind === 'start') {
      answer = startAnswering(message, { gates, ports })
      owner.post({ kind: 'ready' })
    } else if (message.kind === 'room-granted') gates.grant(message.ticket)
    else if (message.kind === 'port-replied') ports.reply(message.ticket, message.reply)
    else if (message.kind === 'close') owner.exit()
    else if (answer !== undefined) void answer(message).then((reply) => owner.post(reply))
  })
}

function startAnswering(start: ComputeStart, { gates, ports }: Owner): (task: ComputeTask) => Promise<FromCompute> {
  const models = openModels(start)
  const steps = createSteps(start.resourcesDir)
  const meter = createCpuMeter()
  const operate = serveLate(start, models)
  return async (task) => {
    const gate = gates.gateFor(task.id)
    if (task.kind === 'render') return answerRender(task, gate)
    if (task.kind === 'operate')
      return {
        kind: 'operated',
        id: task.id,
        answers: await operate(task, gate, ports.askFor(task.id)),
        residentBytes: process.memoryUsage.rss(),
      }
    const outcome = await createStepRunner({ models, steps, gate, meter })(task.request)
    return { kind: 'analysed', id: task.id, outcome, residentBytes: process.memoryUsage.rss() }
  }
}

/** A library never asks for operations: what they need is loaded with the first. */
function serveLate(start: ComputeStart, models: Models): ServeOperations {
  let serving: Promise<ServeOperations> | undefined
  return async (task, gate, ask) => {
    try {
      serving ??= import('./serve-operations.ts').then(({ serveOperations }) => serveOperations(start, models))
      return await (
        await serving
      )(task, gate, ask)
    } catch (error) {
      return refuseCalls(task.request.calls, asAppError(error))
    }
  }
}

async function answerRender(
  { id, request }: Extract<ComputeTask, { kind: 'render' }>,
  gate: MemoryLimiter,
): Promise<FromCompute> {
  try {
    return { kind: 'rendered', id, picture: await renderPhoto(request, gate), residentBytes: process.memoryUsage.rss() }
  } catch (error) {
    const { code, message } = error instanceof AppError ? error : { code: 'internal' as const, message: String(error) }
    return { kind: 'render-failed', id, code, message, residentBytes: process.memoryUsage.rss() }
  }
}
