import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import PQueue from 'p-queue'
import { ServiceError } from '../errors/service-error.ts'
import { createBoundedMap } from './bounded-map.ts'
import { randomText } from '../ids/random-text.ts'
import { fitsHash, hashSecret } from './secret-hash.ts'

/** Hashes worked out at once: each takes one of the four threads that files are read with. */
const AT_ONCE = 2
const MAX_WAITING = 64
const REMEMBERED = 2000

type Verdict = { stored: string; fits: boolean }

/**
 * Checks secrets against stored hashes, and remembers outcomes so that a request need not pay for a hash again. What is
 * remembered is
 * keyed by a digest under a key of this process, never the secret, and counts only for the very hash it was worked out
 * from: a new or
 * deleted secret ends it. A key without an account is checked against a hash that nothing fits, and costs the same.
 */
export function createSecretCheck() {
  const digestKey = createSecretKey(randomBytes(32))
  const fitting = createBoundedMap<Verdict>(REMEMBERED)
  const refused = createBoundedMap<Verdict>(REMEMBERED) // apart, so that guesses cannot push out those who belong here
  const underWay = new Map<string, Promise<boolean>>()
  const queue = new PQueue({ concurrency: AT_ONCE })
  let nobody: Promise<string> | null = null

  const work = async (digest: string, secret: string, stored: string): Promise<boolean> => {
    const fits = await queue.add(() => fitsHash(secret, stored))
    const verdicts = fits ? fitting : refused
    verdicts.set(digest, { stored, fits })
    return fits
  }
  const share = (digest: string, secret: string, stored: string): Promise<boolean> => {
    const name = `${digest} ${stored}`
    const present = underWay.get(name)
    if (present) return present
    if (queue.size >= MAX_WAITING)
      throw new ServiceError(503, 'Too many new credentials are being checked at present. Try again in a second.', {
        'Retry-After': '1',
      })
    const begun = work(digest, secret, stored).finally(() => underWay.delete(name))
    underWay.set(name, begun)
    return begun
  }
  /**
   * Whether a secret fits a stored hash; `undefined` stands for a key without an account. Throws ServiceError 503 under
   * a flood of guesses.
   */
  return async (key: string, secret: string, stored: string | undefined): Promise<boolean> => {
    const against = stored ?? (await (nobody ??= hashSecret(randomText(40))))
    const digest = createHmac('sha256', digestKey).update(`${key.length}:${key}:${secret}`).digest('base64')
    const known = [fitting.get(digest), refused.get(digest)].find((verdict) => verdict?.stored === against)
    const fits = known?.fits ?? (await share(digest, secret, against))
    return fits && stored !== undefined
  }
}
