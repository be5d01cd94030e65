import type { ServiceLog } from '../ports/service-log.ts'
import type { ServiceStore } from '../ports/service-store.ts'
import { PeriodicTask } from '../timers/periodic-task.ts'

export type AccountDeletionsOptions = {
  store: Pick<ServiceStore, 'accounts'>
  /** Deletes what an account stored. It is called again after a failure or a crash, when parts may be gone already. */
  deleteData: (accountId: string) => void | Promise<void>
  /** Whether requests of an account are under way, which may still store something: then it is called once more. */
  isBusy: (accountId: string) => Promise<boolean>
  log: ServiceLog
  intervalMs?: number
}

/**
 * Deletes the data of accounts that have a deletion record, whichever process deleted the account; twice a second. A
 * record goes once the data is deleted and no request of the account was under way.
 */
export class AccountDeletions {
  readonly #options: AccountDeletionsOptions
  readonly #task: PeriodicTask

  constructor(options: AccountDeletionsOptions) {
    this.#options = options
    this.#task = new PeriodicTask({
      work: () => this.#deleteAll(),
      intervalMs: options.intervalMs ?? 500,
      log: options.log,
      failureMessage: 'removed accounts cannot be looked up',
    })
  }

  /** Stops, and waits for deletions that are under way. */
  close(): Promise<void> {
    return this.#task.close()
  }

  async #deleteAll(): Promise<void> {
    for (const id of await this.#options.store.accounts.listDeletionRecords()) await this.#deleteOne(id)
  }

  async #deleteOne(id: string): Promise<void> {
    const { store, deleteData, isBusy, log } = this.#options
    try {
      const isLastTime = !(await isBusy(id))
      await deleteData(id)
      if (!isLastTime) return
      await store.accounts.removeDeletionRecord(id)
      log.info('the things of a removed account were deleted', { account: id })
    } catch (error) {
      log.error('deleting the things of a removed account failed; it is tried again', { account: id, error })
    }
  }
}
