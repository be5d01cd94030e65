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
import { ServiceError } from '../errors/service-error.ts'
import { AddressLimit } from './address-limit.ts'

/** Maximum number of guesses per address and minute. */
export const MAX_GUESSES = 20
/** Maximum number of hashes computed at once: each takes one of the four threads that also read files. */
const MAX_CONCURRENT = 2
const MAX_WAITING = 64
const MAX_REMEMBERED = 2000

/** Credentials of a client; `address` is its IP address. */
export type Credentials = { key: string; secret: string; address: string }

type Outcome = { stored: string; fits: boolean }

/**
 * Checks secrets against stored hashes, and remembers results so that a request need not compute a hash again. A result
 * is stored under a digest keyed by this process, never under the secret. It is valid only for the hash it was computed
 * from, so that a new or deleted secret ends it. An unknown key is refused at once, because keys are not secret and
 * generated ones are too random to guess. So only wrong guesses at a chosen secret are expensive, and each address has
 * few of them.
 */
export class SecretChecker {
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
