import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../errors/service-error.ts'
import type { Analysis, Uploads } from '../ports/ports.ts'
import type { RequestAdmission } from './admission.ts'
import type { Metrics } from './metrics.ts'

export type HealthOptions = {
  metrics: Metrics
  admission: Pick<RequestAdmission, 'isOpen'>
  state: Analysis['state']
  /** Whether the disk has room for pictures. */
  hasRoom: Uploads['hasRoom']
}

/** Who is told how much the service does. */
export type MetricsReaders = 'everyone' | { token: string | undefined }

const method = ['GET', 'HEAD']

/**
 * `/healthz` and `/metrics`, both without an account. Everyone may know whether the service is well. How much it does is
 * for those who run it: of two accounts, each could read in it what the other one does.
 */
export function serveHealth(
  server: FastifyInstance,
  { metrics, admission, state, hasRoom }: HealthOptions,
  readers: MetricsReaders,
): void {
  server.route({ method, url: '/healthz', handler: answerHealth })
  server.route({ method, url: '/metrics', handler: answerMetrics })

  async function answerHealth(request: FastifyRequest, reply: FastifyReply) {
    const { isAccepting, waiting, running, processes } = state()
    const isOpen = admission.isOpen && isAccepting
    const status = !isOpen ? 'stopping' : (await hasRoom()) ? 'ok' : 'disk-full'
    return reply
      .code(status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(mayRead(request, readers) ? { status, waiting, running, processes } : { status })
  }

  async function answerMetrics(request: FastifyRequest, reply: FastifyReply) {
    if (!mayRead(request, readers)) throw refusal(readers)
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  }
}

function mayRead({ headers }: FastifyRequest, readers: MetricsReaders): boolean {
  if (readers === 'everyone') return true
  const given = /^bearer +(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1]
  return readers.token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(readers.token))
}

/** Makes texts of any length comparable in constant time. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function refusal(readers: MetricsReaders): ServiceError {
  const isByToken = readers !== 'everyone' && readers.token !== undefined
  return isByToken
    ? new ServiceError(401, 'Send the token of the metrics as "Authorization: Bearer".', {
        'www-authenticate': 'Bearer realm="Lumafold metrics"',
      })
    : new ServiceError(
        403,
        'The metrics are not shown here. Start the service with --metrics-port for a port of their own, or with --metrics-token to show them to those who send it.',
      )
}
