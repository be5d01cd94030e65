import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { ServiceError } from '../errors/service-error.ts'

/** Guesses that an address has in a minute. */
export const MOST_GUESSES = 20
const WINDOW_MS = 60_000
const MAX_REMEMBERED = 20_000
/** One customer has at least so many bits of IPv6 (RFC 6177). */
const NETWORK_BITS = 64

type Guesses = { count: number; endMs: number }

/** Counts what each network address guesses wrongly at secrets, in windows of a minute. */
export class GuessLimit {
  readonly #now: () => number
  readonly #guesses = new LRUCache<string, Guesses>({ max: MAX_REMEMBERED })

  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts a guess; throws ServiceError 429 where the address has none left. */
  take(address: string): void {
    const now = this.#now()
    const network = networkOf(address)
    const known = this.#guesses.get(network)
    const guesses = known && known.endMs > now ? known : { count: 0, endMs: now + WINDOW_MS }
    if (guesses.count >= MOST_GUESSES) throw tooManyGuesses(Math.ceil((guesses.endMs - now) / 1000))
    guesses.count++
    this.#guesses.set(network, guesses)
  }

  /** Takes a guess back that was none. */
  giveBack(address: string): void {
    const guesses = this.#guesses.get(networkOf(address))
    if (guesses && guesses.count > 0) guesses.count--
  }
}

function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return bare
  const parsed = ipaddr.IPv6.parse(bare)
  return parsed.isIPv4MappedAddress()
    ? parsed.toIPv4Address().toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${NETWORK_BITS}`).toString()
}

const tooManyGuesses = (seconds: number) =>
  new ServiceError(429, 'Too many wrong credentials came from this address. Try again in a minute.', {
    'Retry-After': String(seconds),
  })
