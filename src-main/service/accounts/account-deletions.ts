import type { Job, JobEnd, Jobs } from '../ports/jobs.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import type { ServiceStore } from '../ports/service-store.ts'

export type AccountDeletionsOptions = {
  jobs: Jobs
  store: Pick<ServiceStore, 'accounts'>
  /**
   * Deletes what an account stored. It is called again after a failure or crash, when parts may already be gone. It may
   * reject when `signal` aborts.
   */
  deleteData: (accountId: string, signal: AbortSignal) => void | Promise<void>
  /**
   * Whether requests of an account are running on any node and may still store something: then the deletion is
   * repeated.
   */
  isBusy: (accountId: string) => Promise<boolean>
  log: ServiceLog
}

type Deletion = { accountId: string }

const QUEUE = 'account-deletions'
/** Pause before checking again an account with running requests. */
const BUSY_MS = 500
/** First pause after a failure, doubled each time, and the maximum. */
const FAILURE_MS = 1000
const MAX_FAILURE_MS = 600_000

/**
 * Deletes the data of accounts that have a deletion record, whichever process removed the account. Each deletion is a
 * job on one of the nodes; its record goes once the data is deleted and no request of the account is running. Jobs are
 * created at the start, when the store reports removed accounts, and by `sendJobs`.
 */
export class AccountDeletions {
  readonly #options: AccountDeletionsOptions
  #sending: Promise<void> = Promise.resolve()
  #stopListening: () => void = () => {}
  #isClosed = false

  private constructor(options: AccountDeletionsOptions) {
    this.#options = options
  }

  static async open(options: AccountDeletionsOptions): Promise<AccountDeletions> {
    const deletions = new AccountDeletions(options)
    const { jobs, store, log } = options
    await jobs.work<Deletion>(QUEUE, {
      concurrency: 1,
      run: (job) => deletions.#run(job),
      giveUp: async ({ accountId }) =>
        log.error(
          'deleting the things of a removed account ended the service twice; it is tried again within an hour',
          {
            account: accountId,
          },
        ),
    })
    deletions.#stopListening = store.accounts.onRemoved(() => deletions.#sendSoon())
    deletions.#sendSoon()
    return deletions
  }

  /** Creates jobs for records without one, for example after a job was given up. */
  async sendJobs(): Promise<void> {
    const { jobs, store } = this.#options
    if (this.#isClosed) return
    for (const accountId of await store.accounts.listDeletionRecords())
      await jobs.send(QUEUE, { accountId } satisfies Deletion, { key: accountId })
  }

  /** Creates no more jobs; running ones end with the jobs of the node. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopListening()
    await this.#sending
  }

  /** Runs one after another, so that a request during a run is not missed. */
  #sendSoon(): void {
    const { log } = this.#options
    this.#sending = this.#sending
      .then(() => this.sendJobs())
      .catch((error: unknown) => log.error('removed accounts cannot be looked up', { error }))
  }

  async #run({ data: { accountId }, attempt, signal }: Job<Deletion>): Promise<JobEnd> {
    const { store, deleteData, isBusy, log } = this.#options
    const records = await store.accounts.listDeletionRecords()
    if (!records.includes(accountId)) return 'done'
    try {
      const isLastTime = !(await isBusy(accountId))
      await deleteData(accountId, signal)
      if (!isLastTime) return { againInMs: BUSY_MS }
      await store.accounts.removeDeletionRecord(accountId)
      log.info('the things of a removed account were deleted', { account: accountId })
      return 'done'
    } catch (error) {
      signal.throwIfAborted()
      log.error('deleting the things of a removed account failed; it is tried again', { account: accountId, error })
      return { againInMs: Math.min(FAILURE_MS * 2 ** (attempt - 1), MAX_FAILURE_MS) }
    }
  }
}
