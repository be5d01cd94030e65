import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction, isIPv4 } from 'node:net'
import { callbackify } from 'node:util'
import type { Agent, buildConnector } from 'undici'
import { FetchFailure } from './fetch-failure.ts'
import { isPublicAddress } from './is-public-address.ts'
import ipaddr from 'ipaddr.js'

/** Resolves the addresses of a host; rejects with the codes of `dns.lookup`. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>

/** Which hosts may be connected to. */
export type HostRules = {
  isAllowed(address: string): boolean
  resolve: ResolveHost
}

export type RuleOptions = {
  /** Allows private addresses, for a service inside a closed network; never those of the cloud's own services. */
  allowPrivate: boolean
  /** Resolves names in place of the system. */
  resolve?: ResolveHost
  /** Which IP addresses count as public; by default those that are. */
  isPublic?: (address: string) => boolean
}

/** The rules that result from options. */
export function toRules({
  allowPrivate,
  isPublic = isPublicAddress,
  resolve = (host) => lookup(host, { all: true }),
}: RuleOptions): HostRules {
  return { isAllowed: (address) => !isMetadataAddress(address) && (allowPrivate || isPublic(address)), resolve }
}

/** Time limits of one request in milliseconds. */
export type AgentTimes = { connectMs: number; headersMs: number; bodyMs: number }

/** Maximum number of connections per host; more requests wait. */
const MAX_CONNECTIONS = 8

/**
 * The addresses of a host that may be connected to, without private ones. Rejects with a FetchFailure if none is left,
 * and with the error of the lookup.
 */
export async function findAddresses(host: string, { isAllowed, resolve }: HostRules): Promise<LookupAddress[]> {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(bare)
  const found = family === 0 ? await resolve(bare) : [{ address: bare, family }]
  const allowed = found.filter(({ address }) => isAllowed(address))
  if (allowed.length > 0) return allowed
  throw new FetchFailure(
    'rule',
    `The host ${host} leads to a private or reserved network address, which this service does not connect to.`,
  )
}

/** An agent that connects only to allowed addresses; it is created, and its library loaded, on the first request. */
export class GuardedAgent {
  readonly #rules: HostRules
  readonly #times: AgentTimes
  #created: Promise<Agent> | null = null

  constructor(rules: HostRules, times: AgentTimes) {
    this.#rules = rules
    this.#times = times
  }

  get(): Promise<Agent> {
    this.#created ??= createAgent(this.#rules, this.#times)
    return this.#created
  }

  async destroy(): Promise<void> {
    await (await this.#created)?.destroy()
  }
}

/**
 * The rule is applied to the very addresses that the socket gets, so that a name cannot resolve differently between
 * check and connection. Redirects are not followed here; no proxy, cookie or cache is involved.
 */
async function createAgent(rules: HostRules, { connectMs, headersMs, bodyMs }: AgentTimes): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici') // takes a tenth of the service's start, and many never need it
  const connect = buildConnector({
    lookup: createLookup(rules),
    timeout: connectMs,
    allowH2: false,
    autoSelectFamily: true,
  })
  return new Agent({
    connect: guardConnector(connect, rules),
    headersTimeout: headersMs,
    bodyTimeout: bodyMs,
    connections: MAX_CONNECTIONS,
    allowH2: false,
  })
}

/** Resolves names for a socket; addresses that are not allowed are left out. */
function createLookup(rules: HostRules): LookupFunction {
  const find = callbackify((host: string) => findAddresses(host, rules))
  return (host, { all, family }, callback) =>
    find(host, (error, addresses) => {
      if (error) return callback(error, '', 0)
      if (all) return callback(null, addresses)
      const fitting = addresses.filter((one) => !family || family === one.family || family === `IPv${one.family}`)
      const first = (fitting[0] ?? addresses[0])!
      callback(null, first.address, first.family)
    })
}

/** Checks hosts that are IP addresses, which are never resolved. */
function guardConnector(connect: buildConnector.connector, rules: HostRules): buildConnector.connector {
  const find = callbackify((host: string) => findAddresses(host, rules))
  return (options, callback) => {
    if (isIP(options.hostname) === 0) return connect(options, callback)
    find(options.hostname, (error) => (error ? callback(error, null) : connect(options, callback)))
  }
}

/**
 * Where clouds give a machine its credentials or manage it: link-local addresses and the alternatives of some
 * providers.
 */
const ranges4 = ['169.254.0.0/16', '168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'].map((range) =>
  ipaddr.IPv4.parseCIDR(range),
)
const ranges6 = ['fe80::/10', 'fd00:ec2::/32', 'fd20:ce::/32'].map((range) => ipaddr.IPv6.parseCIDR(range))
/** Forms of IPv6 that contain an IPv4 address, and the index of its first byte (RFC 4291, 6145, 6052, 3056). */
const carriers = (
  [
    ['::/96', 12],
    ['::ffff:0:0/96', 12],
    ['::ffff:0:0:0/96', 12],
    ['64:ff9b::/96', 12],
    ['2002::/16', 2],
  ] as const
).map(([range, at]) => ({ range: ipaddr.IPv6.parseCIDR(range), at }))

/** Whether an IP address belongs to a cloud's own services, which have neither pictures nor callbacks. */
function isMetadataAddress(address: string): boolean {
  if (isIPv4(address)) return isOne4(ipaddr.IPv4.parse(address))
  if (!ipaddr.IPv6.isValid(address)) return false
  const parsed = ipaddr.IPv6.parse(address)
  if (ranges6.some((range) => parsed.match(range))) return true
  const bytes = parsed.toByteArray()
  return carriers.some(({ range, at }) => parsed.match(range) && isOne4(new ipaddr.IPv4(bytes.slice(at, at + 4))))
}

const isOne4 = (address: ipaddr.IPv4): boolean => ranges4.some((range) => address.match(range))
