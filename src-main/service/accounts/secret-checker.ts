import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { ServiceError } from '../errors/service-error.ts'
import { randomText } from '../ids/random-text.ts'
import { fitsHash, hashSecret } from './secret-hash.ts'

/** Hashes computed at once: each takes one of the four threads that files are read with. */
const MAX_CONCURRENT = 2
const MAX_WAITING = 64
const MAX_REMEMBERED = 2000

type Outcome = { stored: string; fits: boolean }

/**
 * Checks secrets against stored hashes, and remembers outcomes so that a request need not pay for a hash again. An
 * outcome is kept under a digest with a key of this process, never the secret, and counts only for the hash it was
 * computed from: a new or deleted secret ends it. A key without an account is checked against a hash that no secret
 * fits, and costs the same.
 */
export class SecretChecker {
  readonly #digestKey = createSecretKey(randomBytes(32))
  readonly #fitting = new LRUCache<string, Outcome>({ max: MAX_REMEMBERED })
  /** Apart from those that fit, so that guesses cannot push out the outcomes of real accounts. */
  readonly #refused = new LRUCache<string, Outcome>({ max: MAX_REMEMBERED })
  readonly #underWay = new Map<string, Promise<boolean>>()
  readonly #queue = new PQueue({ concurrency: MAX_CONCURRENT })
  #noAccount: Promise<string> | null = null

  /**
   * Whether a secret fits a stored hash; `undefined` stands for a key without an account. Throws ServiceError 503 under
   * a flood of guesses.
   */
  async check(key: string, secret: string, stored: string | undefined): Promise<boolean> {
    const hash = stored ?? (await (this.#noAccount ??= hashSecret(randomText(40))))
    const digest = this.#digest(key, secret)
    const known = [this.#fitting.get(digest), this.#refused.get(digest)].find((outcome) => outcome?.stored === hash)
    const fits = known?.fits ?? (await this.#compareOnce(digest, secret, hash))
    return fits && stored !== undefined
  }

  #digest(key: string, secret: string): string {
    return createHmac('sha256', this.#digestKey).update(`${key.length}:${key}:${secret}`).digest('base64')
  }

  /** Requests with the same credentials at the same time share one comparison. */
  #compareOnce(digest: string, secret: string, stored: string): Promise<boolean> {
    const name = `${digest} ${stored}`
    const present = this.#underWay.get(name)
    if (present) return present
    if (this.#queue.size >= MAX_WAITING) throw tooManyChecks()
    const comparison = this.#compare(digest, secret, stored).finally(() => this.#underWay.delete(name))
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

const tooManyChecks = () =>
  new ServiceError(503, 'Too many new credentials are being checked at present. Try again in a second.', {
    'Retry-After': '1',
  })
