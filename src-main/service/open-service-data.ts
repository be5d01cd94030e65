import { join } from 'node:path'
import { StoredAccounts } from './accounts/stored-accounts.ts'
import { loadPlans, type Plans } from './accounts/plans.ts'
import { AccountDeletions } from './accounts/account-deletions.ts'
import { openJobs } from './jobs/open-jobs.ts'
import { repeat } from './jobs/repeat.ts'
import { openCheckedObjects, picturePlaceOf } from './objects/open-objects.ts'
import type { Jobs } from './ports/jobs.ts'
import type { ObjectStore } from './ports/object-store.ts'
import { openStores, type IndexPlace } from './open-stores.ts'
import type { ServiceLog } from './ports/service-log.ts'
import type { Usage } from './ports/usage.ts'
import type { ServiceStore } from './ports/service-store.ts'
import { takeServiceFolder } from './store/sqlite/take-service-folder.ts'
import { systemClock } from './timers/clock.ts'
import { openTrainedStates, type OpenTrainedStates } from './trained-states/open-trained-states.ts'
import { openUploads, type StoredUploads } from './uploads/stored-uploads.ts'

const HOUR_MS = 3_600_000

export type DataOptions = {
  dataDir: string
  resourcesDir: string
  /** Key of an account that is created if it is missing; requires `secret`. */
  key?: string | undefined
  secret?: string | undefined
  /** Plan of that account; a new account gets the default plan of the plan file. */
  plan?: string | undefined
  /** `postgres://…` of a database shared by several nodes; else SQLite in the data folder. */
  database?: string | undefined
  /**
   * Indexes with at least this many entries are searched by pgvector in that database, instead of in this node's
   * memory.
   */
  largeIndexes?: number | undefined
  /** Called with each statement that is sent to that database. */
  onStatement?: ((text: string) => void) | undefined
  /**
   * Where several nodes share kept pictures and, with `database`, trained states of indexes: `s3://bucket/prefix`, or a
   * folder; else the data folder.
   */
  objects?: string | undefined
  log: ServiceLog
  /** Milliseconds since 1970. */
  now?: (() => number) | undefined
}

/** Deletes what else is stored for an account, by its id. */
type Forget = (accountId: string) => void | Promise<void>

/** Stops new deletions when closed. Running ones end with the jobs, which are closed before what `forget` uses. */
type Deletions = { close(): Promise<void> }

/** The data of a service. */
export type ServiceData = {
  store: ServiceStore
  /**
   * Set if the service's database also holds indexes and their trained states; else they have a store and a folder of
   * their own.
   */
  indexPlace: (Pick<IndexPlace, 'store'> & Pick<OpenTrainedStates, 'states' | 'follow'>) | undefined
  plans: Plans
  accounts: StoredAccounts
  usage: Usage
  uploads: StoredUploads
  /** Closed with the rest, or earlier by whoever adds jobs. */
  jobs: Jobs
  /** Starts to delete the data of removed accounts: uploads and counts, then what `forget` deletes. */
  followDeletions(forget: Forget): Promise<Deletions>
  /** Call this before closing the parts: afterwards nothing waits for a database that does not respond. */
  hurry(): void
  close(): Promise<void>
}

/**
 * Takes the data folder for this process and opens its content. Throws `library-in-use`, `library-too-new`,
 * `library-damaged` or `bad-params`; whatever was opened is closed again.
 */
export async function openServiceData(options: DataOptions): Promise<ServiceData> {
  await using opening = new AsyncDisposableStack()
  const { dataDir, resourcesDir, key, secret, plan, log, now = Date.now } = options
  const lock = takeServiceFolder(dataDir)
  opening.defer(() => lock.release())
  const picturePlace = picturePlaceOf(options.objects)
  const { store, indexes, jobsPlace, hurry } = await openStores({ ...options, picturePlace })
  opening.defer(() => store.close())
  const plans = loadPlans({ resourcesDir, dataDir })
  const accounts = new StoredAccounts({ store, plans, now })
  if (key !== undefined && secret !== undefined) await accounts.ensure({ key, secret, plan })
  const { usage } = store
  const objects = options.objects === undefined ? undefined : await openCheckedObjects(options.objects, log)
  opening.defer(() => objects?.close())
  const uploads = await openUploads({ folder: join(dataDir, 'uploads'), store, objects, log, now })
  opening.defer(() => uploads.close())
  const jobs = await openJobs(jobsPlace, log, { ...systemClock, now })
  opening.defer(() => jobs.close())
  await repeat(jobs, 'upload-sweep', HOUR_MS, () => uploads.sweep())
  const trained = indexes && (await openStates(options, { indexes, objects, jobs }))
  opening.defer(() => trained?.close())
  const indexPlace = indexes && trained && { ...trained, store: indexes.store }
  const open = opening.move()
  const followDeletions = async (forget: Forget) => {
    const parts = { uploads, usage }
    const deleteData = (id: string, signal: AbortSignal) => removeAccountData(parts, { id, signal }, forget)
    const isBusy = (id: string) => usage.isBusy(id)
    const deletions = await AccountDeletions.open({ jobs, store, deleteData, isBusy, log })
    await repeat(jobs, 'account-deletions', HOUR_MS, () => deletions.sendJobs())
    return deletions
  }
  const close = () => open.disposeAsync()
  return { store, indexPlace, plans, accounts, usage, uploads, jobs, followDeletions, hurry, close }
}

function openStates(
  { dataDir, log, now = Date.now }: DataOptions,
  { indexes: { store, large }, objects, jobs }: { indexes: IndexPlace; objects: ObjectStore | undefined; jobs: Jobs },
): Promise<OpenTrainedStates> {
  const folder = join(dataDir, 'indexes')
  return openTrainedStates({ folder, rows: store.indexes, objects, large, jobs, log, now })
}

async function removeAccountData(
  { uploads, usage }: Pick<ServiceData, 'uploads' | 'usage'>,
  { id, signal }: { id: string; signal: AbortSignal },
  forget: Forget,
): Promise<void> {
  await uploads.removeAccount(id, signal)
  await forget(id)
  await usage.forget(id)
}
