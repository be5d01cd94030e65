import { AppError } from '../../contract/errors.ts'
import type { Account, Accounts, Plan } from '../ports/ports.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { AccountRow } from '../store/account-rows.ts'
import type { ServiceStore } from '../store/service-store.ts'
import { checkKey, checkName, checkSecret } from './account-rules.ts'
import { createDirectory } from './directory.ts'
import type { Plans } from './plans.ts'
import { randomText } from '../ids/random-text.ts'
import { createSecretCheck } from './secret-check.ts'
import { hashSecret } from './secret-hash.ts'

const SECRET_LENGTH = 40

export type AccountsOptions = {
  store: Pick<ServiceStore, 'accounts'>
  plans: Plans
  /** Milliseconds since 1970. */ now?: () => number
}

/**
 * Accounts of a data folder. Another process may create, rotate and delete them at any time: the next request sees it.
 */
export type OpenAccounts = Accounts & {
  /**
   * Makes an account with this key and secret, or gives the one of that key this secret and, where named, this plan.
   */
  ensure(wanted: { key: string; secret: string; plan?: string | undefined; name?: string }): Promise<Account>
}

/** Opens the accounts; AppErrors `bad-params` name what cannot be done. */
export function openAccounts({ store, plans, now = Date.now }: AccountsOptions): OpenAccounts {
  const rows = store.accounts
  const directory = createDirectory(rows)
  const fitsSecret = createSecretCheck()
  const toAccount = ({ id, name, key, plan, createdMs }: AccountRow, itsPlan = plans.find(plan)): Account => ({
    id,
    name,
    key,
    plan: itsPlan,
    createdMs,
  })
  const toListed = (row: AccountRow): Account =>
    toAccount(row, plans.list().find(({ name }) => name === row.plan) ?? closedPlan(row.plan))
  const unknown = (key: string) =>
    new AppError('bad-params', `No account has the key ${key}. "lumafold account list" shows the keys.`)
  const add = async (wanted: { name: string; plan: string; key: string; secret: string }): Promise<Account> => {
    const row = {
      id: randomText(16),
      name: checkName(wanted.name),
      key: checkKey(wanted.key),
      secretHash: await hashSecret(checkSecret(wanted.secret)),
      plan: plans.find(wanted.plan).name,
      createdMs: now(),
    }
    if (rows.find(row.key))
      throw new AppError('bad-params', `The key ${row.key} is taken. Choose another one, or let the program make one.`)
    rows.add(row)
    return toAccount(row)
  }
  const change = (key: string, secretHash: string, plan: string) => {
    if (!rows.change({ key, secretHash, plan })) throw unknown(key)
  }

  return {
    async authenticate(key, secret) {
      const stored = directory.find(key)?.secretHash
      const fits = await fitsSecret(key, secret, stored)
      const row = directory.find(key) // it may have changed meanwhile
      if (!fits || row === undefined || row.secretHash !== stored) return null
      try {
        return toAccount(row)
      } catch (error) {
        throw new ServiceError(
          403,
          `The plan of this account cannot be used on this server: ${(error as Error).message}`,
          {},
          { cause: error },
        )
      }
    },
    async create({ name, plan, key = `acc_${randomText(20)}`, secret = randomText(SECRET_LENGTH) }) {
      return { account: await add({ name, plan, key, secret }), secret }
    },
    list: () => directory.all().map(toListed),
    async rotate(key) {
      const row = directory.find(key)
      if (row === undefined) throw unknown(key)
      const secret = randomText(SECRET_LENGTH)
      change(key, await hashSecret(secret), row.plan)
      return secret
    },
    remove(key) {
      const row = rows.remove(key, now())
      if (row === undefined) throw unknown(key)
      return toListed(row)
    },
    async ensure({ key, secret, plan, name = 'Main account' }) {
      const row = directory.find(checkKey(key))
      if (row === undefined) return add({ name, plan: plan ?? plans.standard, key, secret })
      const wanted = { ...row, plan: plans.find(plan ?? row.plan).name }
      if (!(await fitsSecret(key, checkSecret(secret), row.secretHash))) wanted.secretHash = await hashSecret(secret)
      if (wanted.secretHash !== row.secretHash || wanted.plan !== row.plan) change(key, wanted.secretHash, wanted.plan)
      return toAccount(wanted)
    },
  }
}

/**
 * Stands for a plan that was taken out of the plan file: its accounts are still listed and deleted, and let nothing in.
 */
const closedPlan = (name: string): Plan => ({
  name,
  title: `${name} (not in the plan file)`,
  concurrency: 0,
  daily: 0,
  monthly: 0,
  requestsPerSecond: 0,
  pictureBytes: 0,
  uploadBytes: 0,
})
