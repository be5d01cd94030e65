import { AppError, messageOf } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'
import { randomText } from '../ids/random-text.ts'
import type { Account, Accounts, Plan } from '../ports/ports.ts'
import type { AccountRow, AccountStore } from '../ports/account-store.ts'
import { closedPlan, type Plans } from './plans.ts'
import { SecretChecker, fitsHash, hashMadeSecret, hashSecret } from './secrets.ts'

const SECRET_LENGTH = 40

export type AccountsOptions = {
  store: { accounts: AccountStore }
  plans: Plans
  /** Milliseconds since 1970. */
  now?: () => number
}

/** An account that should exist; a new account without a named plan gets the default plan. */
type WantedAccount = { key: string; secret: string; plan?: string | undefined; name?: string }

/**
 * The accounts of a service. Another process may create, rotate and delete them at any time; the next request sees the
 * change. AppErrors `bad-params` say what is not possible.
 */
export class StoredAccounts implements Accounts {
  readonly #rows: AccountStore
  readonly #plans: Plans
  readonly #now: () => number
  readonly #secrets: SecretChecker

  constructor({ store, plans, now = Date.now }: AccountsOptions) {
    this.#rows = store.accounts
    this.#plans = plans
    this.#now = now
    this.#secrets = new SecretChecker(now)
  }

  async authenticate(key: string, secret: string, address = ''): Promise<Account | null> {
    const stored = (await this.#rows.find(key))?.secretHash
    if (stored === undefined) return null
    const fits = await this.#secrets.check({ key, secret, address }, stored)
    const row = await this.#rows.find(key) // it may have changed in the meantime
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
    const account = await this.#add({ name, plan, key, secretHash })
    if (account === null)
      throw new AppError('bad-params', `The key ${key} is taken. Choose another one, or let the program make one.`)
    return { account, secret }
  }

  async list(): Promise<Account[]> {
    return (await this.#rows.list()).map((row) => this.#describe(row))
  }

  async findById(id: string): Promise<Account | undefined> {
    const row = await this.#rows.findById(id)
    return row && this.#describe(row)
  }

  async rotate(key: string): Promise<string> {
    const secret = randomText(SECRET_LENGTH)
    await this.#change(key, { secretHash: hashMadeSecret(secret) })
    return secret
  }

  async remove(key: string): Promise<Account> {
    const row = await this.#rows.remove(key, this.#now())
    if (row === undefined) throw unknownKey(key)
    return this.#describe(row)
  }

  /** Creates an account, or sets the secret and, if given, the plan of the account with that key. */
  async ensure(wanted: WantedAccount): Promise<Account> {
    const { key, secret, plan, name = 'Main account' } = wanted
    const row = await this.#rows.find(checkKey(key))
    checkSecret(key, secret)
    if (row === undefined) {
      const made = { name, plan: plan ?? this.#plans.standard, key, secretHash: await hashSecret(secret) }
      return (await this.#add(made)) ?? this.ensure(wanted) // another process may have been first
    }
    const wantedPlan = this.#plans.find(plan ?? row.plan)
    const fits = await fitsHash(secret, row.secretHash)
    const secretHash = fits ? row.secretHash : await hashSecret(secret)
    if (secretHash !== row.secretHash || wantedPlan.name !== row.plan)
      await this.#change(key, { secretHash, plan: wantedPlan.name })
    return toAccount(row, wantedPlan)
  }

  /** Null if the key is taken. */
  async #add(wanted: { name: string; plan: string; key: string; secretHash: string }): Promise<Account | null> {
    const row = {
      id: randomText(16),
      name: checkName(wanted.name),
      key: checkKey(wanted.key),
      secretHash: wanted.secretHash,
      plan: this.#plans.find(wanted.plan).name,
      createdMs: this.#now(),
    }
    return (await this.#rows.add(row)) ? toAccount(row, this.#plans.find(row.plan)) : null
  }

  async #change(key: string, to: { secretHash: string; plan?: string }): Promise<void> {
    if (!(await this.#rows.change(key, to))) throw unknownKey(key)
  }

  /** Works also for an account whose plan was removed from the plan file. */
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

/**
 * Maximum size of an Authorization header, and of the part of `key:secret` that fits into it as Base64 after "Basic ".
 */
export const AUTHORIZATION_BYTES = 1024
const MAX_CREDENTIALS_BYTES = Math.floor((AUTHORIZATION_BYTES - 'Basic '.length) / 4) * 3

const PRINTABLE = /^[^\p{Cc}\p{Cs}]+$/u

/** Checks the name of an account: 1 to 100 characters. Throws AppError `bad-params`. */
function checkName(name: string): string {
  const trimmed = name.trim()
  if (trimmed.length < 1 || trimmed.length > 100 || !PRINTABLE.test(trimmed))
    throw new AppError('bad-params', 'The name of an account has 1 to 100 characters.')
  return trimmed
}

/** Checks a key that a person chose: Basic authentication ends the key at the first colon. */
function checkKey(key: string): string {
  if (!/^[\x21-\x39\x3b-\x7e]{1,128}$/.test(key))
    throw new AppError('bad-params', 'A key has 1 to 128 letters, digits or signs of ASCII, no colon and no space.')
  return key
}

/**
 * Checks a secret that a person chose: together with its key it must fit into the Authorization header. Throws AppError
 * `bad-params`.
 */
function checkSecret(key: string, secret: string): string {
  const max = MAX_CREDENTIALS_BYTES - Buffer.byteLength(key) - 1
  if (Buffer.byteLength(secret) > max || !PRINTABLE.test(secret))
    throw new AppError('bad-params', `The secret of this key has 1 to ${max} bytes and no control characters.`)
  return secret
}
