import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Where clouds tell a machine its credentials, or manage it: link-local addresses, and what some use instead. */
const ranges4 = ['169.254.0.0/16', '168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'].map((range) =>
  ipaddr.IPv4.parseCIDR(range),
)
const ranges6 = ['fe80::/10', 'fd00:ec2::/32', 'fd20:ce::/32'].map((range) => ipaddr.IPv6.parseCIDR(range))
/** Forms of IPv6 that carry an IPv4 address, and the byte at which it begins (RFC 4291, 6145, 6052, 3056). */
const carriers = (
  [
    ['::/96', 12],
    ['::ffff:0:0/96', 12],
    ['::ffff:0:0:0/96', 12],
    ['64:ff9b::/96', 12],
    ['2002::/16', 2],
  ] as const
).map(([range, at]) => ({ range: ipaddr.IPv6.parseCIDR(range), at }))

/** True for an IP address of a cloud's own, where no picture lies and no callback is waited for. */
export function isMetadataAddress(address: string): boolean {
  if (isIPv4(address)) return isOne4(ipaddr.IPv4.parse(address))
  if (!ipaddr.IPv6.isValid(address)) return false
  const parsed = ipaddr.IPv6.parse(address)
  if (ranges6.some((range) => parsed.match(range))) return true
  const bytes = parsed.toByteArray()
  return carriers.some(({ range, at }) => parsed.match(range) && isOne4(new ipaddr.IPv4(bytes.slice(at, at + 4))))
}

const isOne4 = (address: ipaddr.IPv4): boolean => ranges4.some((range) => address.match(range))
