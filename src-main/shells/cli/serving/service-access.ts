import { InvalidArgumentError } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import type { Access } from '../../../service/http/access.ts'
import { readNetwork } from '../../../service/http/client-address.ts'

export type AccessOptions = {
  allowOrigin: readonly string[]
  allowHost: readonly string[]
  trustProxy: readonly string[]
  metricsPort?: number
  metricsHost: string
  metricsToken?: string
}

/** Collects `--allow-origin`. */
export function addOrigin(given: string, others: readonly string[]): readonly string[] {
  if (given !== '*' && (!URL.canParse(given) || new URL(given).origin !== given))
    throw new InvalidArgumentError(
      'An origin is a scheme, a name and perhaps a port: https://shop.example, or * for all.',
    )
  return [...others, given]
}

/** Collects `--allow-host`. */
export function addHost(given: string, others: readonly string[]): readonly string[] {
  if (!/^[\w-]+(\.[\w-]+)*$/.test(given))
    throw new InvalidArgumentError('A name has letters, digits, hyphens and dots, and no port: photos.example.')
  return [...others, given.toLowerCase()]
}

/** Collects `--trust-proxy`. */
export function addProxy(given: string, others: readonly string[]): readonly string[] {
  try {
    readNetwork(given)
  } catch {
    throw new InvalidArgumentError(
      'A proxy is named by its IP address or its network: 127.0.0.1, 10.0.0.0/8, 2001:db8::/32.',
    )
  }
  return [...others, given]
}

/** Who may reach the service; throws AppError `bad-params` for a token that does not fit into a header. */
export function accessOf({
  allowOrigin,
  allowHost,
  trustProxy,
  metricsPort,
  metricsHost,
  metricsToken,
}: AccessOptions): Access {
  if (metricsToken !== undefined && !/^[\x21-\x7e]{16,512}$/.test(metricsToken))
    throw new AppError(
      'bad-params',
      'The token of the metrics has 16 to 512 letters, digits or signs of ASCII, no space.',
    )
  return {
    origins: allowOrigin,
    hosts: allowHost,
    proxies: trustProxy,
    metricsToken,
    metricsAt: metricsPort === undefined ? undefined : { host: metricsHost, port: metricsPort },
  }
}
