import type { AccountEntry, PlanEntry } from '../fixtures/cluster/make-accounts.ts'

const roomy: PlanEntry = {
  title: 'Roomy',
  concurrency: 64,
  requestsPerSecond: null,
  daily: null,
  monthly: null,
  pictureMegabytes: 20,
}

/** Plans of the accounts that use the cluster; the last two have low limits. */
export const plans = {
  roomy,
  small: { ...roomy, title: 'Small', concurrency: 8, monthly: 80 },
  paced: { ...roomy, title: 'Paced', concurrency: 2, requestsPerSecond: 6 },
} as const
export type PlanName = keyof typeof plans

/** An account, and the number of its simultaneous clients. */
export type Worker = AccountEntry & { plan: PlanName; lanes: number }

const account = (name: string, plan: PlanName, lanes: number): Worker => {
  return { key: `key-${name}`, secret: `the-secret-of-${name}`, plan, lanes }
}

/** The account that is deleted during its work. */
const REMOVED = 'eve'
export const isToBeRemoved = ({ key }: AccountEntry): boolean => key === `key-${REMOVED}`

export const workers: readonly Worker[] = [
  account('anna', 'roomy', 4),
  account('bert', 'roomy', 3),
  account('cora', 'small', 2),
  account('dora', 'paced', 3),
  account(REMOVED, 'roomy', 2),
]
