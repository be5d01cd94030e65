import { ServiceError } from '../errors/service-error.ts'
import type { BatchStore } from '../ports/batch-store.ts'
import type { BackgroundUsage } from '../ports/usage.ts'

const refuse = (): Promise<never> =>
  Promise.reject(
    new ServiceError(503, 'Batches are not available on a service of several nodes yet; send pictures one by one.', {
      'Retry-After': '3600',
    }),
  )
const nothing = () => Promise.resolve()

/** The batches of a service that keeps its things in PostgreSQL: none, and none are taken. */
export const noBatches: { batches: BatchStore; background: BackgroundUsage } = {
  batches: {
    add: refuse,
    find: () => Promise.resolve(undefined),
    list: () => Promise.resolve([]),
    claim: () => Promise.resolve(undefined),
    finish: () => Promise.resolve(false),
    putBack: nothing,
    wait: nothing,
    releaseAll: nothing,
    records: () => Promise.resolve([]),
    cancel: () => Promise.resolve(false),
    untold: () => Promise.resolve([]),
    markTold: nothing,
    removeEndedBefore: nothing,
    removeAccount: nothing,
  },
  background: { enterInBackground: refuse },
}
