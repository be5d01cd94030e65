// A compute process for tests with the real guard over its memory: for a photo called `greedy` its main thread takes
// more and more, and never returns to its event loop; for `claims` it reserves memory without using it, unnoticed by
// the guard, until the system refuses, and answers with the megabytes it got.
import { basename } from 'node:path'
import { guardProcess } from '../../../src-main/compute/worker/guard-process.ts'
import { connectOwner } from '../../../src-main/compute/worker/owner-port.ts'

const CLAIM_MEGABYTES = 16
const MAX_CLAIMS = 1000

const owner = connectOwner()
let guard: ReturnType<typeof guardProcess> | undefined

owner.onMessage((message) => {
  if (message.kind === 'close') owner.exit()
  if (message.kind === 'start') {
    guard = guardProcess(message.memoryBytes)
    owner.post({ kind: 'ready' })
  }
  if (message.kind !== 'analyse') return
  const { id, request } = message
  owner.post({ kind: 'working', id, extraMs: 0 })
  void guard?.during(async () => {
    if (basename(request.path) === 'greedy') takeAll()
    await new Promise((resolve) => setTimeout(resolve, 50))
    const contentHash = basename(request.path) === 'claims' ? `${claimAll()}` : request.path
    const outcome = { ok: true as const, findings: { contentHash }, warnings: [] }
    owner.post({ kind: 'analysed', id, residentBytes: 1000, outcome })
  })
})

function takeAll(): never {
  for (const taken: Buffer[] = []; ;) taken.push(Buffer.alloc(16 * 1024 * 1024, 1))
}

function claimAll(): number {
  const claimed: Buffer[] = []
  try {
    while (claimed.length < MAX_CLAIMS) claimed.push(Buffer.allocUnsafeSlow(CLAIM_MEGABYTES * 1024 * 1024))
  } catch {
    // The system refuses. Memory for the rest of the process must be free again before it runs.
    for (const { buffer } of claimed) (buffer as ArrayBuffer).transfer(0)
  }
  return claimed.length * CLAIM_MEGABYTES
}
