import type { Cluster } from '../fixtures/cluster/cluster.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '../fixtures/random.ts'
import { isToBeRemoved, workers } from './accounts.ts'
import { openCallbackServer } from './callback-server.ts'
import { checkPromises } from './check-promises.ts'
import { disturb, type Schedule } from './disturbances.ts'
import { workOff, type Action, type Lane } from './lane.ts'
import { Ledger } from './ledger.ts'
import { drawPictures, type Engine } from './pictures.ts'
import { removeAccount } from './remove-account.ts'
import { Requester } from './requester.ts'
import { RunState } from './run-state.ts'
import { handIn } from './work/batch-work.ts'
import { groupFaces } from './work/face-work.ts'
import { hasEntry, readTicket, remove, save, search, train } from './work/index-work.ts'
import { giveFeedback, peek, readUsage, tagContent, tagUpload, upload, uploadAndRemove } from './work/pictures-work.ts'

export type ChaosOptions = { seed: number; engine: Engine; schedule: Schedule }
export type ChaosReport = {
  /** Lost, wrong or unplanned results; empty if all is well. */
  faults: string[]
  /** What was taken down, and when. */
  events: string[]
  kills: number
  /** Requests by status, or "cut". */
  endings: Record<string, number>
  /** Accepted data that was found again. */
  accepted: Record<string, number>
}

const PICTURES = 24

const actions: readonly (readonly [weight: number, Action])[] = [
  [4, upload],
  [1, uploadAndRemove],
  [4, tagContent],
  [4, tagUpload],
  [8, save],
  [1, remove],
  [2, hasEntry],
  [1, train],
  [2, readTicket],
  [5, search],
  [1, giveFeedback],
  [0.5, handIn],
  [1, groupFaces],
  [2, peek],
  [2, readUsage],
]
/** Work that counts against a quota without a waiting request stays out of the account with the small quota. */
const ofSmall = actions.filter(([, action]) => action !== handIn)

/**
 * Clients of several accounts work on a cluster while parts of it are taken down; afterwards everything accepted must
 * be there. The same seed makes the same choices and disturbances; which events coincide depends on the machine.
 */
export async function runChaos(cluster: Cluster, { seed, engine, schedule }: ChaosOptions): Promise<ChaosReport> {
  const state = new RunState()
  const pictures = await drawPictures(engine, PICTURES)
  const callbacks = await openCallbackServer()
  try {
    const ledgers = workers.map(() => new Ledger())
    const lanes = workers.map((account, n) => {
      const requester = new Requester(account, cluster.address, state)
      const shared = { requester, ledger: ledgers[n]!, foreign: ledgers[(n + 1) % ledgers.length]! }
      return Array.from({ length: account.lanes }, (_, lane): Lane => {
        const random = seededRandom(seed * 1000 + n * 10 + lane)
        return { name: `${account.key.replace('key-', '')}${lane}`, ...shared, pictures, callbacks, state, random }
      })
    })
    const work = lanes.flat().map((lane) => workOff(lane, lane.requester.account.plan === 'small' ? ofSmall : actions))
    const removed = lanes.flat().find(({ requester }) => isToBeRemoved(requester.account))!
    const [kills, removal] = await Promise.all([
      disturb(cluster, schedule, { state, random: seededRandom(seed) }),
      pause(schedule.removalAt * 1000).then(() => removeAccount(cluster, removed)),
    ])
    state.endWork()
    await Promise.all(work)
    await Promise.all(
      lanes.map(async ([lane]) =>
        lane!.requester.isRemoved
          ? removal.check()
          : checkPromises(lane!, kills).catch((error: unknown) =>
              state.fault(error instanceof Error ? error.message : String(error)),
            ),
      ),
    )
    const { faults, events, endings } = state
    return { faults, events, kills, endings: Object.fromEntries([...endings].sort()), accepted: countAll(ledgers) }
  } finally {
    await callbacks.close()
  }
}

function countAll(ledgers: readonly Ledger[]): Record<string, number> {
  const sum = (of: (ledger: Ledger) => number) => ledgers.reduce((all, ledger) => all + of(ledger), 0)
  return {
    uploads: sum(({ uploads }) => uploads.size),
    entries: sum((ledger) => [...ledger.indexes.keys()].reduce((n, id) => n + ledger.sureEntries(id).length, 0)),
    trainings: sum(({ tickets }) => tickets.size),
    batches: sum(({ batches }) => batches.size),
    'pictures of batches': sum(({ batches }) =>
      [...batches.values()].reduce((n, { pictures }) => n + pictures.length, 0),
    ),
    feedback: sum(({ feedback }) => feedback.length),
  }
}
