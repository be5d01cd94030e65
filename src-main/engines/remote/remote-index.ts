import type { EngineChoice } from '../../contract/library/remote.ts'
import type { AnalysisEngine } from '../engine.ts'
import type { AskAboutParts } from './ask-about.ts'
import { indexCalls } from './questions/index-calls.ts'
import type { RemoteIndex, RemoteMemory } from './remote-types.ts'
import type { Session } from './session.ts'
import { RemoteError } from './trouble.ts'

export type RemoteIndexParts = {
  local: Pick<AnalysisEngine, 'analyse'>
  session: Session
  memory: RemoteMemory
  howToAsk(): Promise<AskAboutParts | null>
  /** Under what the index is remembered. */
  place: string
  name: string
  choice: EngineChoice
  now(): number
  /** First pause in milliseconds between two looks at a training; it doubles. */
  pollMs: number
}

/** Training takes the service long: so many photos must be new, or so long ago the last training, in milliseconds. */
const ENOUGH_CHANGES = 25
const LONG_AGO_MS = 600_000
/** So many entries are taken out each time. */
const MAX_REMOVED = 200
const LONGEST_POLL_MS = 60_000

/** Keeps an index on the service trained, and searches in it. Entries are named by the content of their photos. */
export function createRemoteIndex({
  local,
  session,
  memory,
  howToAsk,
  place,
  name,
  choice,
  now,
  pollMs,
}: RemoteIndexParts): RemoteIndex & { close(): void } {
  const calls = indexCalls(choice.categorizer, name)
  let tending: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const askFree = async <T>(work: (how: AskAboutParts) => Promise<T>): Promise<T | null> => {
    const how = await howToAsk()
    if (how === null || how.dialect.version === 'v1') return null
    try {
      return await work(how)
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error
      if (error.kind !== 'gone' && error.kind !== 'rejected') session.heed(error)
      return null
    }
  }
  const train = () =>
    askFree(async ({ session: { asker } }) => {
      const { changes, trainedMs } = memory.indexAt(place)
      const ticket = await asker.ask(calls.train, { isPaid: false })
      // Photos that were saved while it was asked for are for the next training.
      memory.keepIndex(place, { changes: Math.max(0, memory.indexAt(place).changes - changes), ticket, trainedMs })
      follow(pollMs)
    })
  /** Photos that left the library leave the service's index too. */
  const removeAll = (stale: readonly string[]) =>
    askFree(async ({ session: { asker } }) => {
      for (const contentHash of stale) {
        await asker
          .ask(calls.remove(contentHash), { isPaid: false })
          .catch((error: unknown) => isGone(error) || Promise.reject(error))
        memory.noteRemoved(place, contentHash)
      }
    })
  /** Looks at the ticket; one that is no longer known has nothing to tell, and the next training makes up for it. */
  const look = async (ticket: string, pauseMs: number) => {
    const isFinal = await askFree(({ session: { asker } }) =>
      asker
        .ask(calls.ticket(ticket), { isPaid: false })
        .catch((error: unknown) => isGone(error) || Promise.reject(error)),
    )
    if (isFinal === true) memory.keepIndex(place, { ...memory.indexAt(place), ticket: null, trainedMs: now() })
    else follow(Math.min(LONGEST_POLL_MS, pauseMs * 2))
  }
  const follow = (pauseMs: number) => {
    const { ticket } = memory.indexAt(place)
    clearTimeout(timer)
    if (ticket !== null && !isClosed) timer = setTimeout(() => void look(ticket, pauseMs), pauseMs).unref()
  }
  const tendOnce = async () => {
    if (memory.indexAt(place).ticket !== null) return follow(pollMs)
    if (!session.gate.isOpen()) return
    const stale = memory.staleEntries(place, MAX_REMOVED)
    if (stale.length > 0) await removeAll(stale)
    const { changes, trainedMs } = memory.indexAt(place)
    const isDue = changes > 0 && (trainedMs === null || changes >= ENOUGH_CHANGES || now() - trainedMs > LONG_AGO_MS)
    if (isDue) await train()
  }
  return {
    lacks: () => memory.countOutside(place),
    async tend() {
      if (isClosed) return
      await (tending ??= tendOnce().finally(() => {
        tending = null
      }))
    },
    async find(path, options) {
      // An index that knows a part of the library would hide the rest.
      if (memory.indexAt(place).trainedMs === null || !memory.holdsAll(place)) return null
      const found = await askFree(async ({ uploads, session: { asker } }) => {
        const outcome = await local.analyse({ path, steps: ['hash'], uploadSide: choice.uploadSide })
        const { contentHash, upload } = outcome.ok ? outcome.findings : {}
        if (contentHash === undefined || upload === undefined) return null
        return asker.ask(calls.search(await uploads.idOf(contentHash, upload.bytes), options), { isPaid: true })
      })
      return found?.map(({ id, distance }) => ({ contentHash: id, distance })) ?? null
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

const isGone = (error: unknown) => error instanceof RemoteError && error.kind === 'gone'
