import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

const WINDOW_MS = 60_000
const MAX_REMEMBERED = 20_000
/** One customer has at least this many bits of an IPv6 address to themselves (RFC 6177). */
const NETWORK_BITS = 64

type Window = { count: number; endMs: number }

/** Counts actions of each network address in windows of a minute. */
export class AddressLimit {
  readonly #max: number
  readonly #now: () => number
  readonly #windows = new LRUCache<string, Window>({ max: MAX_REMEMBERED })

  /** Each address may act `max` times per minute; `now` returns milliseconds. */
  constructor(max: number, now: () => number) {
    this.#max = max
    this.#now = now
  }

  /** Counts one more action and returns 0, or returns the seconds until the address may act again. */
  take(address: string): number {
    const now = this.#now()
    const network = networkOf(address)
    const known = this.#windows.get(network)
    const window = known && known.endMs > now ? known : { count: 0, endMs: now + WINDOW_MS }
    if (window.count >= this.#max) return Math.ceil((window.endMs - now) / 1000)
    window.count++
    this.#windows.set(network, window)
    return 0
  }

  /** Takes back an action that should not count. */
  giveBack(address: string): void {
    const window = this.#windows.get(networkOf(address))
    if (window && window.count > 0) window.count--
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
