import { InvalidArgumentError } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import type { Access } from '../../../service/http/access.ts'

export type AccessOptions = {
  allowOrigin: readonly string[]
  allowHost: readonly string[]
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

/** Who may reach the service; throws AppError `bad-params` for a token that no header carries. */
export function accessOf({ allowOrigin, allowHost, metricsPort, metricsHost, metricsToken }: AccessOptions): Access {
  if (metricsToken !== undefined && !/^[\x21-\x7e]{16,512}$/.test(metricsToken))
    throw new AppError(
      'bad-params',
      'The token of the metrics has 16 to 512 letters, digits or signs of ASCII, no space.',
    )
  return {
    origins: allowOrigin,
    hosts: allowHost,
    metricsToken,
    metricsAt: metricsPort === undefined ? undefined : { host: metricsHost, port: metricsPort },
  }
}
