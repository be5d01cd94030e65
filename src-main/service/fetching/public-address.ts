import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * What the whole internet reaches as ordinary IPv6: the global unicast block. Old, mapped and translated forms lie
 * outside it.
 */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/**
 * True for an IP address that anybody on the internet may reach. Private, loopback, link-local, shared (CGNAT),
 * multicast, reserved and documentation addresses are none, nor is IPv6 that carries an IPv4 address inside (mapped,
 * NAT64, 6to4, Teredo): that address decides where it leads, and a name that has one has a plain address as well.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return ipaddr.IPv4.parse(address).range() === 'unicast'
  if (!ipaddr.IPv6.isValid(address)) return false
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST) && parsed.zoneId === undefined
}
