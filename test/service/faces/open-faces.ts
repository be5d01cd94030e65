import { onTestFinished } from 'vitest'
import type { FaceVector } from '../../../src-main/analysis/faces/face-vector.ts'
import { normalise } from '../../../src-main/analysis/vectors/unit-vector.ts'
import { FaceService } from '../../../src-main/service/faces/face-service.ts'
import type { Jobs } from '../../../src-main/service/ports/jobs.ts'
import type { ServiceStore } from '../../../src-main/service/ports/service-store.ts'
import { silentLog } from '../temp-data.ts'

type Opened = { store: ServiceStore; jobs: Jobs }
/** The faces of accounts over a real database; `reopen` opens it like the next process. */
export type OpenFaces = () => ReturnType<typeof openFaces>

/** Opens faces over a store and its jobs; `openStore` gives the same data each time. */
export async function openFaces(openStore: () => Promise<Opened>) {
  const clock = { ms: Date.UTC(2026, 0, 1) }
  const called: string[] = []
  const callbacks = { send: async (url: string, ticketId: string) => void called.push(`${url} ${ticketId}`) }
  const openNode = async () => {
    const { store, jobs } = await openStore()
    const faces = await FaceService.open({ store, jobs, callbacks, now: () => clock.ms, log: silentLog })
    const close = async () => {
      await jobs.close()
      await store.close()
    }
    onTestFinished(close)
    return { store, faces, close }
  }
  const opened = { ...(await openNode()), clock, called, reopen, openNode }
  async function reopen() {
    await opened.close()
    Object.assign(opened, await openNode())
  }
  return opened
}

/** Faces by direction: close ones are similar. Ids are the names. */
export const face = (id: string, angle: number, modelId = 'faceres'): FaceVector => ({
  id,
  modelId,
  vector: normalise([Math.cos(angle), Math.sin(angle)]),
})

/** The end of a ticket. */
export async function endOf({ faces }: { faces: FaceService }, owner: string, ticket: string) {
  for (;;) {
    const answer = await faces.ticket(owner, ticket)
    if (answer === null || answer.is_final) return answer
    await new Promise((resolve) => setImmediate(resolve))
  }
}
