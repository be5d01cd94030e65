import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The global unicast block, which the whole internet reaches as ordinary IPv6; old, mapped and translated forms are
 * outside it.
 */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/**
 * Whether anybody on the internet can reach an IP address. Private, loopback, link-local, shared (CGNAT), multicast,
 * reserved and documentation addresses are not public. Nor is IPv6 that contains an IPv4 address (mapped, NAT64, 6to4,
 * Teredo): it leads to that address, and a name with such an address has a plain one as well.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return ipaddr.IPv4.parse(address).range() === 'unicast'
  if (!ipaddr.IPv6.isValid(address)) return false
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST) && parsed.zoneId === undefined
}
