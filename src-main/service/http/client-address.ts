import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** IP address of the client, where a trusted proxy tells it; else of whoever holds the connection. */
    client: string
  }
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
/** A network of IP addresses, and how many bits of its first one count. */
type Network = readonly [Address, number]

/** The network of an IP address, or of one with its bits (`10.0.0.0/8`); throws where it is neither, or holds all. */
export function readNetwork(text: string): Network {
  const [address, bits] = text.includes('/')
    ? ipaddr.parseCIDR(text)
    : [ipaddr.parse(text), ipaddr.parse(text).kind() === 'ipv4' ? 32 : 128]
  if (bits === 0) throw new Error('A network of all addresses trusts everyone.')
  return [address, bits]
}

/**
 * Tells each request whose it is. Networks of proxies are trusted in what they say in X-Forwarded-For; without any, the
 * header is ignored, since everyone can write it.
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
 * The last address that no trusted proxy has: each proxy writes the address that it was asked from behind those before
 * it. What is no IP address ends the search, so that the answer is always one that a trusted proxy saw.
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

/** Some proxies write the port, too: `203.0.113.7:5000`, `[2001:db8::1]:5000`. */
const withoutPort = (text: string): string =>
  /^\[(?<address>[^\]]+)\](?::\d+)?$/.exec(text)?.groups?.['address'] ??
  /^(?<address>[\d.]+):\d+$/.exec(text)?.groups?.['address'] ??
  text
