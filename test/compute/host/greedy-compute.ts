// A compute process for tests with the real guard over its memory: under a photo called `greedy` its main thread takes
// more and more, and never comes back to its event loop.
import { basename } from 'node:path'
import { guardMemory } from '../../../src-main/compute/worker/guard-memory.ts'
import { connectOwner } from '../../../src-main/compute/worker/owner-port.ts'

const owner = connectOwner()
let guard: ReturnType<typeof guardMemory> | undefined

owner.onMessage((message) => {
  if (message.kind === 'close') owner.exit()
  if (message.kind === 'start') {
    guard = guardMemory(message.memoryBytes)
    owner.post({ kind: 'ready' })
  }
  if (message.kind !== 'analyse') return
  const { id, request } = message
  owner.post({ kind: 'working', id, extraMs: 0 })
  void guard?.during(async () => {
    if (basename(request.path) === 'greedy') takeAll()
    await new Promise((resolve) => setTimeout(resolve, 50))
    const outcome = { ok: true as const, findings: { contentHash: request.path }, warnings: [] }
    owner.post({ kind: 'analysed', id, residentBytes: 1000, outcome })
  })
})

function takeAll(): never {
  for (const taken: Buffer[] = []; ;) taken.push(Buffer.alloc(16 * 1024 * 1024, 1))
}
