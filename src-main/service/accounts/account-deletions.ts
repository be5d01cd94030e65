import type { ServiceLog } from '../ports/service-log.ts'
import type { ServiceStore } from '../store/service-store.ts'

export type RemovalOptions = {
  store: Pick<ServiceStore, 'accounts'>
  /**
   * Deletes what an account stored; called again after a failure or a crash, so it must not mind that things are gone
   * already.
   */
  onRemoved: (accountId: string) => void | Promise<void>
  /**
   * Whether requests of an account are under way, which may still store something: then it is done again after their
   * end.
   */
  isBusy: (accountId: string) => boolean
  log: ServiceLog
  everyMs?: number
}

/** Deletes the things of removed accounts, also of those that another process removed; looks twice a second. */
export function watchRemovals({ store, onRemoved, isBusy, log, everyMs = 500 }: RemovalOptions) {
  let looking: Promise<void> | null = null
  const clear = async (id: string) => {
    try {
      const isLastTime = !isBusy(id)
      await onRemoved(id)
      if (!isLastTime) return
      store.accounts.forgetRemoved(id)
      log.info('the things of a removed account were deleted', { account: id })
    } catch (error) {
      log.error('deleting the things of a removed account failed; it is tried again', { account: id, error })
    }
  }
  const lookOnce = async () => {
    for (const id of store.accounts.removed()) await clear(id)
  }
  const look = (): Promise<void> => (looking ??= lookOnce().finally(() => (looking = null)))
  const timer = setInterval(
    () => void look().catch((error: unknown) => log.error('removed accounts cannot be looked up', { error })),
    everyMs,
  )
  timer.unref()
  return {
    /** Looks now. */
    look,
    async close(): Promise<void> {
      clearInterval(timer)
      await looking?.catch(() => {}) // logged by who began it
    },
  }
}
