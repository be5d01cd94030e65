import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** IP address of the client as reported by a trusted proxy, else of the connection. */
    client: string
  }
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
/** A network of IP addresses: its first address and the number of significant bits. */
type Network = readonly [Address, number]

/**
 * The network of an IP address, with or without a number of bits (`10.0.0.0/8`). Throws if it is neither, or contains
 * all addresses.
 */
export function readNetwork(text: string): Network {
  const [address, bits] = text.includes('/')
    ? ipaddr.parseCIDR(text)
    : [ipaddr.parse(text), ipaddr.parse(text).kind() === 'ipv4' ? 32 : 128]
  if (bits === 0) throw new Error('A network of all addresses trusts everyone.')
  return [address, bits]
}

/**
 * Sets the client of each request. X-Forwarded-For is trusted only from networks of proxies; without any, the header is
 * ignored, because everyone can write it.
 */
export function readClients(server: FastifyInstance, proxies: readonly string[]): void {
  const networks = proxies.map(readNetwork)
  server.decorateRequest('client', '')
  server.addHook('onRequest', async (request) => {
    const { headers, socket } = request.raw
    request.client = findClient(socket.remoteAddress ?? '', [headers['x-forwarded-for'] ?? []].flat().join(), networks)
  })
}

/**
 * The last address that is not a trusted proxy's: each proxy appends the address of its client. Anything that is not an
 * IP address ends the search, so the result is always an address that a trusted proxy saw.
 */
export function findClient(connected: string, forwarded: string, trusted: readonly Network[]): string {
  let client = connected
  const chain = forwarded.split(',')
  while (isTrusted(client, trusted) && chain.length > 0) {
    const before = withoutPort(chain.pop()!.trim())
    if (!ipaddr.isValid(before)) break
    client = before
  }
  return client
}

function isTrusted(text: string, trusted: readonly Network[]): boolean {
  if (trusted.length === 0 || !ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return trusted.some(([first, bits]) => address.kind() === first.kind() && address.match(first, bits))
}

/** Some proxies include the port: `203.0.113.7:5000`, `[2001:db8::1]:5000`. */
const withoutPort = (text: string): string =>
  /^\[(?<address>[^\]]+)\](?::\d+)?$/.exec(text)?.groups?.['address'] ??
  /^(?<address>[\d.]+):\d+$/.exec(text)?.groups?.['address'] ??
  text
