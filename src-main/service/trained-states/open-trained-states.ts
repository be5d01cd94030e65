import { join } from 'node:path'
import type { Indexes } from '../../indexes/named/indexes.ts'
import { nameOf } from '../../indexes/named/index-name.ts'
import { joinStates } from '../../indexes/named/joined-states.ts'
import { MEMORY_BYTES } from '../../indexes/named/open-indexes.ts'
import { snapshotStates } from '../../indexes/named/snapshot-states.ts'
import type { SharedStates, TrainedStates } from '../../indexes/named/trained-states.ts'
import type { IndexRows } from '../../indexes/store/port.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { ObjectStore } from '../ports/object-store.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { ObjectStates } from './object-states.ts'
import { shareStates } from './shared-states.ts'
import { StateTakeover } from './state-takeover.ts'

export type TrainedStatesOptions = {
  /** Folder of this node's indexes. */
  folder: string
  rows: IndexRows
  /** Where states lie that all nodes search in their memory; without it they are files of the folder. */
  objects: ObjectStore | undefined
  /** Indexes of so many entries or more are searched there instead. */
  large: { from: number; states: SharedStates } | undefined
  jobs: Jobs
  log: ServiceLog
  now: () => number
  /** How long a state stays that nothing refers to any more, in milliseconds. */
  removalMs?: number | undefined
}

export type OpenTrainedStates = {
  states: TrainedStates
  /** Begins to move states from this node's folder to the objects, where there are such. */
  follow(indexes: Pick<Indexes, 'train'>): { close(): Promise<void> } | undefined
  close(): Promise<void>
}

/** Opens the places of trained states of a service whose indexes lie in a database that nodes share. */
export async function openTrainedStates(options: TrainedStatesOptions): Promise<OpenTrainedStates> {
  const { rows, large, log, objects: store } = options
  const folder = join(options.folder, 'snapshots')
  const files = snapshotStates(folder, MEMORY_BYTES)
  const objects =
    store && (await ObjectStates.open({ store, folder: join(options.folder, 'shared'), memoryBytes: MEMORY_BYTES }))
  const inUse = async () => (await rows.snapshots()).map(({ snapshot }) => snapshot)
  const places = [...(objects ? [objects] : []), ...(large ? [large.states] : [])]
  const shared = places.length === 0 ? [] : await shareStates(places, { ...options, inUse })
  const usual = objects ? joinStates(files, shared[0]!, 0) : files
  return {
    states: large ? joinStates(usual, shared.at(-1)!, large.from) : usual,
    follow: (indexes) =>
      objects && new StateTakeover({ rows, files, folder, objects, log, train: (row) => indexes.train(nameOf(row)) }),
    close: async () => objects?.close(),
  }
}
