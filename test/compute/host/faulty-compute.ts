// A compute process for tests: it speaks the real protocol, and the photo's name decides what goes wrong.
import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { basename } from 'node:path'
import { guardProcess } from '../../../src-main/compute/worker/guard-process.ts'
import { connectOwner } from '../../../src-main/compute/worker/owner-port.ts'

const owner = connectOwner()
void guardProcess(2 ** 31).during(() => new Promise<never>(() => undefined))
let inFlight = 0

owner.onMessage((message) => {
  if (message.kind === 'close') owner.exit()
  if (message.kind !== 'analyse' && message.kind !== 'operate' && message.kind !== 'cut') return
  const name = basename(message.request.path)
  owner.post({ kind: 'working', id: message.id, extraMs: 0 })
  const answer = message.kind === 'analyse' ? answerAnalysis : answerCalls
  inFlight++
  if (name.startsWith('crash')) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 30)
  else if (name.startsWith('hang'))
    setTimeout(() => {
      for (;;);
    }, 10)
  else if (name.startsWith('wait')) setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 10)
  else if (name.startsWith('stop')) {
    process.kill(process.pid, 'SIGSTOP')
    answer(message.id, name, 1000)
  } else if (name.startsWith('fat')) answer(message.id, name, 10_000_000_000)
  else setTimeout(() => answer(message.id, name, 1000), 60)
})
owner.post({ kind: 'ready' })

/** The answer names the process and its number of photos in flight. */
function answerAnalysis(id: number, name: string, residentBytes: number) {
  owner.post({
    kind: 'analysed',
    id,
    residentBytes,
    outcome: {
      ok: true,
      findings: { contentHash: name },
      warnings: [foreign(`${process.pid}`), foreign(`${inFlight}`)],
    },
  })
  inFlight--
}

/** A refusal that names the process. */
function answerCalls(id: number, name: string, residentBytes: number) {
  owner.post({
    kind: 'operated',
    id,
    residentBytes,
    answers: [{ ok: false, code: 'bad-params', message: foreign(`${name} ${process.pid}`) }],
  })
  inFlight--
}
