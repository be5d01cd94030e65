import { onTestFinished } from 'vitest'
import type { FaceVector } from '../../../src-main/analysis/faces/face-vector.ts'
import { normalise } from '../../../src-main/analysis/vectors/unit-vector.ts'
import { FaceService, type FaceServiceOptions } from '../../../src-main/service/faces/face-service.ts'
import { silentLog } from '../temp-data.ts'

type Store = FaceServiceOptions['store'] & { close(): void | Promise<void> }
/** The faces of accounts over a real database; `reopen` is what the next process sees. */
export type OpenFaces = () => ReturnType<typeof openFaces>

/** Opens faces over a store; `openStore` gives the same data each time. */
export async function openFaces(openStore: () => Store | Promise<Store>) {
  const clock = { ms: Date.UTC(2026, 0, 1) }
  const called: string[] = []
  const callbacks = { send: async (url: string, ticketId: string) => void called.push(`${url} ${ticketId}`) }
  const open = async () => {
    const store = await openStore()
    return { store, faces: await FaceService.open({ store, callbacks, now: () => clock.ms, log: silentLog }) }
  }
  const opened = { ...(await open()), clock, called, close, reopen }
  async function close() {
    await opened.faces.close()
    await opened.store.close()
  }
  async function reopen() {
    Object.assign(opened, await open())
  }
  onTestFinished(close)
  return opened
}

/** Faces by direction: near ones are alike. Ids are the names. */
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
