import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { FetchFailure } from './fetch-failure.ts'
import { isPublicAddress } from './public-address.ts'

/** Looks a host's addresses up; rejects with the codes of `dns.lookup`. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>

/** Which hosts may be connected to. */
export type HostRules = {
  isAllowed(address: string): boolean
  resolve: ResolveHost
}

export type RuleOptions = {
  /** Lets all addresses through, for a service inside a closed network. */
  allowPrivate: boolean
  /** Looks names up in another way than the system. */
  resolve?: ResolveHost
  /** Which IP addresses count as public; those that are where absent. */
  isPublic?: (address: string) => boolean
}

/** The rules that options come down to. */
export function toRules({
  allowPrivate,
  isPublic = isPublicAddress,
  resolve = (host) => lookup(host, { all: true }),
}: RuleOptions): HostRules {
  return { isAllowed: (address) => allowPrivate || isPublic(address), resolve }
}

/** Milliseconds for one request. */
export type AgentTimes = { connectMs: number; headersMs: number; bodyMs: number }

/** So many connections to one host; more requests to it wait. */
const CONNECTIONS = 8

/**
 * The addresses of a host that may be connected to; private ones are left out. Rejects with a FetchFailure where none
 * is left, and with the
 * error of the lookup.
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

/** The agent is made, and its library loaded, for the first request. */
export type GuardedAgent = { get(): Promise<Agent>; destroy(): Promise<void> }

/**
 * Connects to allowed addresses only. The rule is applied to the very addresses that the socket is given, so that a
 * name cannot change its
 * mind between the check and the connection. Redirects are not followed here, and no proxy, cookie or cache takes part.
 */
export function createGuardedAgent(rules: HostRules, times: AgentTimes): GuardedAgent {
  let made: Promise<Agent> | null = null
  return {
    get: () => (made ??= makeAgent(rules, times)),
    destroy: async () => (await made)?.destroy(),
  }
}

async function makeAgent(rules: HostRules, { connectMs, headersMs, bodyMs }: AgentTimes): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici') // a tenth of the service's time to start, and many never need it
  const guarded: LookupFunction = (host, { all, family }, callback) => {
    findAddresses(host, rules).then(
      (addresses) => {
        const fitting = addresses.filter((one) => !family || family === one.family || family === `IPv${one.family}`)
        const [first] = fitting.length > 0 ? fitting : addresses
        if (all) callback(null, addresses)
        else callback(null, first!.address, first!.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
  const connect = buildConnector({ lookup: guarded, timeout: connectMs, allowH2: false, autoSelectFamily: true })
  return new Agent({
    // A host that is an IP address is never looked up.
    connect: (options, callback) => {
      if (isIP(options.hostname) === 0) return connect(options, callback)
      findAddresses(options.hostname, rules).then(
        () => connect(options, callback),
        (error: Error) => callback(error, null),
      )
    },
    headersTimeout: headersMs,
    bodyTimeout: bodyMs,
    connections: CONNECTIONS,
    allowH2: false,
  })
}
