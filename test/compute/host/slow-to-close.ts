// A compute process for tests that ends slowly: it answers that it has grown too large, and closes late.
import { connectOwner } from '../../../src-main/compute/worker/owner-port.ts'

const SLOW_MS = 1500
const owner = connectOwner()

owner.onMessage((message) => {
  if (message.kind === 'close') setTimeout(() => owner.exit(), SLOW_MS)
  if (message.kind !== 'analyse') return
  const outcome = { ok: true as const, findings: { contentHash: message.request.path }, warnings: [] }
  owner.post({ kind: 'analysed', id: message.id, residentBytes: 10_000_000_000, outcome })
})
owner.post({ kind: 'ready' })
