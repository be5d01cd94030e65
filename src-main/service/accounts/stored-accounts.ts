import { AppError, messageOf } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'
import { randomText } from '../ids/random-text.ts'
import type { Account, Accounts, Plan } from '../ports/ports.ts'
import type { AccountRow, AccountStore } from '../ports/account-store.ts'
import { closedPlan, type Plans } from './plans.ts'
import {
  createHmac,
  createSecretKey,
  randomBytes,
  createHash,
  scrypt,
  timingSafeEqual,
  type ScryptOptions,
} from 'node:crypto'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { AddressLimit } from './address-limit.ts'

const SECRET_LENGTH = 40

type AccountsOptions = {
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

// Secrets

/** Maximum number of guesses per address and minute. */
export const MAX_GUESSES = 20
/** Maximum number of hashes computed at once: each takes one of the four threads that also read files. */
const MAX_CONCURRENT = 2
const MAX_WAITING = 64
const MAX_REMEMBERED = 2000

/** Credentials of a client; `address` is its IP address. */
type Credentials = { key: string; secret: string; address: string }

type Outcome = { stored: string; fits: boolean }

/**
 * Checks secrets against stored hashes, and remembers results so that a request need not compute a hash again. A result
 * is stored under a digest keyed by this process, never under the secret. It is valid only for the hash it was computed
 * from, so that a new or deleted secret ends it. An unknown key is refused at once, because keys are not secret and
 * generated ones are too random to guess. So only wrong guesses at a chosen secret are expensive, and each address has
 * few of them.
 */
class SecretChecker {
  readonly #digestKey = createSecretKey(randomBytes(32))
  readonly #fitting = new LRUCache<string, Outcome>({ max: MAX_REMEMBERED })
  /** Separate from the correct ones, so that guesses cannot push out the results of real accounts. */
  readonly #refused = new LRUCache<string, Outcome>({ max: MAX_REMEMBERED })
  readonly #underWay = new Map<string, Promise<boolean>>()
  readonly #queue = new PQueue({ concurrency: MAX_CONCURRENT })
  readonly #guesses: AddressLimit

  constructor(now: () => number) {
    this.#guesses = new AddressLimit(MAX_GUESSES, now)
  }

  /**
   * Whether a secret from a network address matches the stored hash of a key. Throws ServiceError 429 if the address
   * has guessed too often, and 503 during a flood of guesses; credentials that were right before still work.
   */
  async check({ key, secret, address }: Credentials, stored: string): Promise<boolean> {
    if (isQuickHash(stored)) return fitsHash(secret, stored)
    const digest = this.#digest(key, secret)
    const known = [this.#fitting.get(digest), this.#refused.get(digest)].find((outcome) => outcome?.stored === stored)
    return known?.fits ?? this.#compareOnce(digest, { key, secret, address }, stored)
  }

  #digest(key: string, secret: string): string {
    return createHmac('sha256', this.#digestKey).update(`${key.length}:${key}:${secret}`).digest('base64')
  }

  /** Concurrent requests with the same credentials share one comparison. */
  #compareOnce(digest: string, { secret, address }: Credentials, stored: string): Promise<boolean> {
    const name = `${digest} ${stored}`
    const present = this.#underWay.get(name)
    if (present) return present
    const wait = this.#guesses.take(address)
    if (wait > 0) throw tooManyGuesses(wait)
    if (this.#queue.size >= MAX_WAITING) throw tooManyChecks()
    const comparison = this.#compare(digest, secret, stored)
      .then((fits) => {
        if (fits) this.#guesses.giveBack(address)
        return fits
      })
      .finally(() => this.#underWay.delete(name))
    this.#underWay.set(name, comparison)
    return comparison
  }

  async #compare(digest: string, secret: string, stored: string): Promise<boolean> {
    const fits = await this.#queue.add(() => fitsHash(secret, stored))
    const outcomes = fits ? this.#fitting : this.#refused
    outcomes.set(digest, { stored, fits })
    return fits
  }
}

const tooManyGuesses = (seconds: number) =>
  new ServiceError(429, 'Too many wrong credentials came from this address. Try again in a minute.', {
    'Retry-After': String(seconds),
  })

const tooManyChecks = () =>
  new ServiceError(503, 'Too many new credentials are being checked at present. Try again in a second.', {
    'Retry-After': '1',
  })

/** Cost of a hash: 16 MB of memory and about 40 ms of a core. Each hash contains it, so that it can be raised later. */
const COST = { N: 16_384, r: 8, p: 1 } as const
const HASH_BYTES = 32

/** A salted scrypt hash (RFC 7914) of a secret that a person chose, as text `scrypt$N$r$p$salt$hash`. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(secret, salt, HASH_BYTES, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/**
 * A salted SHA-256 of a generated secret, as text `sha256$salt$hash`. Its 238 random bits cannot be guessed, so a
 * comparison may take only microseconds.
 */
export function hashMadeSecret(secret: string): string {
  const salt = randomBytes(16)
  return ['sha256', salt.toString('base64url'), digest(secret, salt).toString('base64url')].join('$')
}

/** Whether comparing a secret with a hash takes only microseconds. */
const isQuickHash = (stored: string): boolean => stored.startsWith('sha256$')

/** Whether a secret matches a hash; takes the same time for any secret. Throws for an unknown scheme. */
export async function fitsHash(secret: string, stored: string): Promise<boolean> {
  const [scheme, ...parts] = stored.split('$')
  if (scheme === 'sha256') {
    const [salt, expected] = parts.map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer]
    return timingSafeEqual(digest(secret, salt), expected)
  }
  if (scheme === 'scrypt') return fitsScrypt(secret, parts)
  throw new Error(`unknown scheme of a stored secret: ${scheme}`)
}

const digest = (secret: string, salt: Buffer): Buffer =>
  createHash('sha256').update(salt).update(secret.normalize('NFC')).digest()

async function fitsScrypt(secret: string, [N, r, p, salt = '', expected = '']: readonly string[]): Promise<boolean> {
  const hash = Buffer.from(expected, 'base64url')
  const given = await derive(secret, Buffer.from(salt, 'base64url'), hash.length, {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(given, hash)
}

function derive(secret: string, salt: Buffer, bytes: number, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(secret.normalize('NFC'), salt, bytes, { ...cost, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}
