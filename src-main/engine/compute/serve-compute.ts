import { AppError } from '../../contract/errors.ts'
import type { MemoryGate } from '../local/decode/open-source.ts'
import { renderPhoto } from '../local/decode/render-photo.ts'
import { openModels } from '../local/models/registry.ts'
import { createStepRunner } from '../local/run-steps.ts'
import { createCpuMeter } from '../local/cpu-meter.ts'
import { createSteps } from '../local/steps.ts'
import type { OwnerPort } from './owner-port.ts'
import type { ComputeStart, ComputeTask, FromCompute } from './protocol.ts'

/** Answers the owner's messages until it says `close`. */
export function serveCompute(owner: OwnerPort): void {
  const gates = createRemoteGates(owner)
  let answer: ((task: ComputeTask) => Promise<FromCompute>) | undefined
  owner.onMessage((message) => {
    if (message.kind === 'start') answer = startAnswering(message, gates.gateFor)
    else if (message.kind === 'room-granted') gates.grant(message.ticket)
    else if (message.kind === 'close') owner.exit()
    else if (answer !== undefined) void answer(message).then((reply) => owner.post(reply))
  })
  owner.post({ kind: 'ready' })
}

function startAnswering({ resourcesDir, modelsDir }: ComputeStart, gateFor: (id: number) => MemoryGate): (task: ComputeTask) => Promise<FromCompute> {
  const models = openModels({ resourcesDir, modelsDir })
  const steps = createSteps(resourcesDir)
  const meter = createCpuMeter()
  return async (task) => {
    const gate = gateFor(task.id)
    if (task.kind === 'render') return answerRender(task, gate)
    const outcome = await createStepRunner({ models, steps, gate, meter })(task.request)
    return { kind: 'analysed', id: task.id, outcome, residentBytes: process.memoryUsage.rss() }
  }
}

async function answerRender({ id, request }: Extract<ComputeTask, { kind: 'render' }>, gate: MemoryGate): Promise<FromCompute> {
  try {
    return { kind: 'rendered', id, picture: await renderPhoto(request, gate), residentBytes: process.memoryUsage.rss() }
  } catch (error) {
    const { code, message } = error instanceof AppError ? error : { code: 'internal' as const, message: String(error) }
    return { kind: 'render-failed', id, code, message, residentBytes: process.memoryUsage.rss() }
  }
}

/** Gates that ask the owner for room, since only it sees all processes. */
function createRemoteGates(owner: OwnerPort): { gateFor(id: number): MemoryGate; grant(ticket: number): void } {
  const waiting = new Map<number, () => void>()
  let nextTicket = 1
  return {
    gateFor: (id) => async (bytes, work) => {
      const ticket = nextTicket++
      await new Promise<void>((resolve) => {
        waiting.set(ticket, resolve)
        owner.post({ kind: 'ask-room', ticket, id, bytes })
      })
      try {
        return await work()
      } finally {
        owner.post({ kind: 'leave-room', ticket })
      }
    },
    grant(ticket) {
      waiting.get(ticket)?.()
      waiting.delete(ticket)
    },
  }
}
