import { join } from 'node:path'
import { openIndexes } from '../../../src-main/indexes/named/open-indexes.ts'
import type { Indexes } from '../../../src-main/indexes/named/indexes.ts'
import type { IndexStore } from '../../../src-main/indexes/store/port.ts'
import { openPostgresJobs } from '../../../src-main/service/jobs/postgres/open-postgres-jobs.ts'
import type { ObjectStore } from '../../../src-main/service/ports/object-store.ts'
import { openPostgres } from '../../../src-main/service/store/postgres/open-postgres.ts'
import { openTrainedStates } from '../../../src-main/service/trained-states/open-trained-states.ts'
import { trainingJobs } from '../../../src-main/service/trained-states/training-jobs.ts'

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

export type NodeOptions = {
  url: string
  folder: string
  objects: ObjectStore | undefined
  /** Changes the node's store. */
  alter?: (store: IndexStore) => IndexStore
}

/** The indexes of a node on a database, with its jobs; replaced ones are deleted at once. */
export async function openNode({ url, folder, objects, alter = (store) => store }: NodeOptions) {
  const { store, indexes: given, connection } = await openPostgres({ url, log })
  const jobs = await openPostgresJobs({ connection, log, pollSeconds: 0.5, failurePauseMs: 0 })
  const rows = alter(given)
  const trained = await openTrainedStates({
    folder,
    rows: rows.indexes,
    objects,
    large: undefined,
    jobs,
    log,
    now: Date.now,
    removalMs: 0,
  })
  const indexes: Indexes = await openIndexes({
    folder,
    store: rows,
    states: trained.states,
    queue: trainingJobs(jobs, log),
  })
  const takeover = trained.follow(indexes)
  return {
    indexes,
    rows: given.indexes,
    /** The place of states before there were objects. */
    snapshots: join(folder, 'snapshots'),
    async close() {
      await takeover?.close()
      await jobs.close()
      await indexes.close()
      await trained.close()
      await store.close()
    },
  }
}
