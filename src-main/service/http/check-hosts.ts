import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServiceError } from '../errors/service-error.ts'

const HOST = /^(?<name>\[[0-9a-f:.]+\]|[\w.-]*)(?::\d{1,5})?$/i

/**
 * Requests must have one Host (RFC 9112, section 3.2), else 400. If names are given, it must be one of them or of this
 * machine, else 403: a page of another name that leads here (DNS rebinding) can read nothing.
 */
export function checkHosts(server: FastifyInstance, names: readonly string[]): void {
  server.addHook('onRequest', async ({ raw }) => {
    const name = readHost(raw)
    if (names.length === 0 || names.includes(name) || isOfThisMachine(name)) return
    throw new ServiceError(
      403,
      `This service is not called ${name}. Its owner says by which names it is reached, with --allow-host.`,
    )
  })
}

function readHost({ httpVersionMajor, httpVersionMinor, rawHeaders }: FastifyRequest['raw']): string {
  const hosts = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === 'host')
  const isOld = httpVersionMajor < 1 || (httpVersionMajor === 1 && httpVersionMinor === 0)
  if (hosts.length > 1 || (hosts.length === 0 && !isOld))
    throw new ServiceError(400, 'A request must have one Host header.')
  const { name } = HOST.exec(hosts[0]?.trim() ?? '')?.groups ?? {}
  if (name === undefined) throw new ServiceError(400, 'The Host header is malformed: it is a name or an IP address.')
  return name.toLowerCase().replace(/\.$/, '')
}

/** An IP address is not a name that could lead elsewhere tomorrow. */
const isOfThisMachine = (name: string): boolean =>
  name === '' || name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
