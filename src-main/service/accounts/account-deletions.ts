import type { Job, JobEnd, Jobs } from '../ports/jobs.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import type { ServiceStore } from '../ports/service-store.ts'

export type AccountDeletionsOptions = {
  jobs: Jobs
  store: Pick<ServiceStore, 'accounts'>
  /**
   * Deletes what an account stored. It is called again after a failure or a crash, when parts may be gone already; it
   * may reject when `signal` aborts.
   */
  deleteData: (accountId: string, signal: AbortSignal) => void | Promise<void>
  /** Whether requests of an account are under way on any node and may still store something: then it is done again. */
  isBusy: (accountId: string) => Promise<boolean>
  log: ServiceLog
}

type Deletion = { accountId: string }

const QUEUE = 'account-deletions'
/** Pause before an account with requests under way is looked at again. */
const BUSY_MS = 500
/** First pause after a failure, doubled each time, and the longest. */
const FAILURE_MS = 1000
const LONGEST_FAILURE_MS = 600_000

/**
 * Deletes the data of accounts that have a deletion record, whichever process removed the account. Each is a job, done
 * by one node of all; its record goes once the data is deleted and no request of the account was under way. Jobs are
 * made at the start, when the store tells of removed accounts, and whenever `look` is called.
 */
export class AccountDeletions {
  readonly #options: AccountDeletionsOptions
  #looking: Promise<void> = Promise.resolve()
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
    deletions.#stopListening = store.accounts.onRemoved(() => deletions.#lookSoon())
    deletions.#lookSoon()
    return deletions
  }

  /** Makes jobs for records that have none, as where one was given up. */
  async look(): Promise<void> {
    const { jobs, store } = this.#options
    if (this.#isClosed) return
    for (const accountId of await store.accounts.listDeletionRecords())
      await jobs.send(QUEUE, { accountId } satisfies Deletion, { key: accountId })
  }

  /** Makes no more jobs; those under way end with the jobs of the node. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopListening()
    await this.#looking
  }

  /** One look after another, so that none is missed that was asked for during one. */
  #lookSoon(): void {
    const { log } = this.#options
    this.#looking = this.#looking
      .then(() => this.look())
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
      return { againInMs: Math.min(FAILURE_MS * 2 ** (attempt - 1), LONGEST_FAILURE_MS) }
    }
  }
}
