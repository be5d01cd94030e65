import { AppError, messageOf } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'
import { randomText } from '../ids/random-text.ts'
import type { Account, Accounts, Plan } from '../ports/ports.ts'
import type { AccountRow } from '../store/account-rows.ts'
import type { ServiceStore } from '../store/service-store.ts'
import { AccountDirectory } from './account-directory.ts'
import { checkKey, checkName, checkSecret } from './account-rules.ts'
import { closedPlan, type Plans } from './plans.ts'
import { SecretChecker } from './secret-checker.ts'
import { fitsHash, hashMadeSecret, hashSecret } from './secret-hash.ts'

const SECRET_LENGTH = 40

export type AccountsOptions = {
  store: Pick<ServiceStore, 'accounts'>
  plans: Plans
  /** Milliseconds since 1970. */
  now?: () => number
}

/** An account that is to be there; `plan` is the default plan where the account is new and none is named. */
type WantedAccount = { key: string; secret: string; plan?: string | undefined; name?: string }

/**
 * Accounts of a data folder. Another process may create, rotate and delete them at any time: the next request sees it.
 * AppErrors `bad-params` name what cannot be done.
 */
export class StoredAccounts implements Accounts {
  readonly #rows: ServiceStore['accounts']
  readonly #plans: Plans
  readonly #now: () => number
  readonly #directory: AccountDirectory
  readonly #secrets: SecretChecker

  constructor({ store, plans, now = Date.now }: AccountsOptions) {
    this.#rows = store.accounts
    this.#plans = plans
    this.#now = now
    this.#directory = new AccountDirectory(store.accounts)
    this.#secrets = new SecretChecker(now)
  }

  async authenticate(key: string, secret: string, address = ''): Promise<Account | null> {
    const stored = this.#directory.find(key)?.secretHash
    if (stored === undefined) return null
    const fits = await this.#secrets.check({ key, secret, address }, stored)
    const row = this.#directory.find(key) // it may have changed meanwhile
    if (!fits || row === undefined || row.secretHash !== stored) return null
    try {
      return toAccount(row, this.#plans.find(row.plan))
    } catch (error) {
      throw unusablePlan(error)
    }
  }

  async create({
    name,
    plan,
    key = `acc_${randomText(20)}`,
    secret: chosen,
  }: Parameters<Accounts['create']>[0]): Promise<{ account: Account; secret: string }> {
    const secret = chosen ?? randomText(SECRET_LENGTH)
    const secretHash = chosen === undefined ? hashMadeSecret(secret) : await hashSecret(checkSecret(key, chosen))
    return { account: this.#add({ name, plan, key, secretHash }), secret }
  }

  list(): Account[] {
    return this.#directory.list().map((row) => this.#describe(row))
  }

  async rotate(key: string): Promise<string> {
    const row = this.#directory.find(key)
    if (row === undefined) throw unknownKey(key)
    const secret = randomText(SECRET_LENGTH)
    this.#change(key, hashMadeSecret(secret), row.plan)
    return secret
  }

  remove(key: string): Account {
    const row = this.#rows.remove(key, this.#now())
    if (row === undefined) throw unknownKey(key)
    return this.#describe(row)
  }

  /** Creates an account, or gives the one that has the key this secret and, where it is named, this plan. */
  async ensure({ key, secret, plan, name = 'Main account' }: WantedAccount): Promise<Account> {
    const row = this.#directory.find(checkKey(key))
    checkSecret(key, secret)
    if (row === undefined)
      return this.#add({ name, plan: plan ?? this.#plans.standard, key, secretHash: await hashSecret(secret) })
    const wantedPlan = this.#plans.find(plan ?? row.plan)
    const fits = await fitsHash(secret, row.secretHash)
    const secretHash = fits ? row.secretHash : await hashSecret(secret)
    if (secretHash !== row.secretHash || wantedPlan.name !== row.plan) this.#change(key, secretHash, wantedPlan.name)
    return toAccount(row, wantedPlan)
  }

  #add(wanted: { name: string; plan: string; key: string; secretHash: string }): Account {
    const row = {
      id: randomText(16),
      name: checkName(wanted.name),
      key: checkKey(wanted.key),
      secretHash: wanted.secretHash,
      plan: this.#plans.find(wanted.plan).name,
      createdMs: this.#now(),
    }
    if (this.#rows.find(row.key))
      throw new AppError('bad-params', `The key ${row.key} is taken. Choose another one, or let the program make one.`)
    this.#rows.add(row)
    return toAccount(row, this.#plans.find(row.plan))
  }

  #change(key: string, secretHash: string, plan: string): void {
    if (!this.#rows.change({ key, secretHash, plan })) throw unknownKey(key)
  }

  /** Also an account whose plan was taken out of the plan file. */
  #describe(row: AccountRow): Account {
    return toAccount(row, this.#plans.list().find(({ name }) => name === row.plan) ?? closedPlan(row.plan))
  }
}

const toAccount = ({ id, name, key, createdMs }: AccountRow, plan: Plan): Account => ({
  id,
  name,
  key,
  plan,
  createdMs,
})

const unknownKey = (key: string) =>
  new AppError('bad-params', `No account has the key ${key}. "lumafold account list" shows the keys.`)

const unusablePlan = (cause: unknown) =>
  new ServiceError(403, `The plan of this account cannot be used on this server: ${messageOf(cause)}`, {}, { cause })
