import { foreign } from '../../../src-main/contract/sentences/say.ts'
import type { ComputeProcess, ProcessEnd } from '../../../src-main/compute/host/compute-process.ts'
import type { ComputeAnswer, ComputeTask, FromCompute, ToCompute } from '../../../src-main/compute/protocol.ts'

/** A task given to a fake process; it is answered when the test says so. */
export type GivenTask = { task: ComputeTask; process: FakeProcess; answer(message?: string): void }

/** A test's own compute process: it records its tasks and answers on request. */
export class FakeProcess implements ComputeProcess {
  readonly posted: ToCompute[] = []
  isKilled = false
  #onMessage: (message: FromCompute) => void = () => undefined
  #onExit: (end: ProcessEnd) => void = () => undefined
  readonly #onTask: (given: GivenTask) => void

  constructor(onTask: (given: GivenTask) => void = () => undefined) {
    this.#onTask = onTask
  }

  post(message: ToCompute): void {
    this.posted.push(message)
    if (message.kind === 'close') this.exit('exit code 0')
    if (message.kind === 'analyse' || message.kind === 'render' || message.kind === 'operate')
      this.#onTask({ task: message, process: this, answer: (text) => this.say(answerTo(message, text)) })
  }

  onMessage(listener: (message: FromCompute) => void): void {
    this.#onMessage = listener
  }

  onExit(listener: (end: ProcessEnd) => void): void {
    this.#onExit = listener
  }

  onUsed(): void {}

  kill(): void {
    this.isKilled = true
    this.exit('signal SIGKILL')
  }

  say(message: FromCompute): void {
    this.#onMessage(message)
  }

  exit(how: string, isOutOfMemory = false): void {
    this.#onExit({ how, isOutOfMemory })
  }
}

/** The path of a task's picture; empty if it has none. */
export const pathOf = ({ request }: ComputeTask): string => ('path' in request ? String(request.path) : '')

/** A process's answer if all goes well; operations are refused with a message that names the picture. */
export function answerTo(task: ComputeTask, message = pathOf(task)): ComputeAnswer {
  const both = { id: task.id, residentBytes: 1000 }
  if (task.kind === 'operate')
    return { ...both, kind: 'operated', answers: [{ ok: false, code: 'bad-params', message: foreign(message) }] }
  if (task.kind === 'analyse')
    return { ...both, kind: 'analysed', outcome: { ok: true, findings: { contentHash: message }, warnings: [] } }
  if (task.kind === 'describe')
    return { ...both, kind: 'described', vector: { ok: true, value: Float32Array.of(message.length) } }
  const refused = { ok: false, code: 'file-unreadable', message: foreign(message) } as const
  return { ...both, kind: 'rendered', picture: refused }
}
