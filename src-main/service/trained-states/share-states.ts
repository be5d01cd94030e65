import type { SharedStates, TrainedStates } from '../../indexes/named/trained-states.ts'
import { repeat } from '../jobs/repeat.ts'
import { isPassing } from './is-passing.ts'
import type { JobEnd, Jobs } from '../ports/jobs.ts'
import type { ServiceLog } from '../ports/service-log.ts'

const REMOVALS = 'trained-state-removals'
const MINUTE_MS = 60_000
/** A search on another node may have read the index before it was trained again, and still be fetching. */
const REMOVAL_MS = 10 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS

export type SharingOptions = {
  jobs: Jobs
  /** The current states of indexes. */
  inUse(): Promise<readonly string[]>
  log: Pick<ServiceLog, 'warn'>
  now: () => number
  /** How long an unreferenced state is kept, in milliseconds. */
  removalMs?: number | undefined
}

/**
 * Shares storage of trained states between nodes and returns it in order; there, `remove` deletes a state ten minutes
 * later, on whichever node is running. Once a day it removes the remains of crashes: states older than a day that no
 * index refers to.
 */
export async function shareStates(places: readonly SharedStates[], options: SharingOptions): Promise<TrainedStates[]> {
  const { jobs, log, removalMs = REMOVAL_MS } = options
  const remove = async (name: string) => void (await jobs.send(REMOVALS, { name }, { key: name, inMs: removalMs }))
  await jobs.work<{ name: string }>(REMOVALS, {
    concurrency: 1,
    run: ({ data: { name } }) => removeNow(places, name),
    giveUp: async ({ name }) => log.warn('an old trained state stays until it is swept', { name }),
  })
  await repeat(jobs, 'trained-state-sweep', DAY_MS, async (signal) => {
    for (const name of await findLeftovers(places, options)) {
      signal.throwIfAborted()
      await remove(name)
    }
  })
  return places.map((place) => ({
    has: (name) => place.has(name),
    build: (training, watch) => place.build(training, watch),
    open: (name, kind) => place.open(name, kind),
    remove: async (name) => {
      place.letGo(name)
      await remove(name)
    },
    sweep: (inUse) => place.sweep(inUse),
  }))
}

/** If the storage cannot be reached, the job is repeated later. */
async function removeNow(places: readonly SharedStates[], name: string): Promise<JobEnd> {
  try {
    await places.find((place) => place.has(name))?.remove(name)
    return 'done'
  } catch (error) {
    if (isPassing(error)) return { againInMs: MINUTE_MS }
    throw error
  }
}

async function findLeftovers(places: readonly SharedStates[], { inUse, now }: SharingOptions): Promise<string[]> {
  const old: string[] = []
  for (const place of places) for await (const name of place.madeBefore(now() - DAY_MS)) old.push(name)
  const used = new Set(await inUse()) // read last, because an index may switch to one meanwhile
  return old.filter((name) => !used.has(name))
}
