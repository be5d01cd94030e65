import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Analysis } from '../ports/ports.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { RequestAdmission } from './admission.ts'
import type { Metrics } from './metrics.ts'

export type HealthOptions = {
  metrics: Metrics
  admission: Pick<RequestAdmission, 'isOpen'>
  state: Analysis['state']
  /** Whether other machines may read the metrics. */
  openMetrics: boolean
}

/**
 * `/healthz` and `/metrics`, both without credentials. Everyone may know whether the service is well. How much it does
 * is shown on this machine only: of two accounts, each could read in it what the other one does.
 */
export function serveHealth(server: FastifyInstance, { metrics, admission, state, openMetrics }: HealthOptions): void {
  server.get('/healthz', async (request, reply) => {
    const { isAccepting, waiting, running, processes } = state()
    const isWell = admission.isOpen && isAccepting
    const status = isWell ? 'ok' : 'stopping'
    return reply
      .code(isWell ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(openMetrics || isFromHere(request) ? { status, waiting, running, processes } : { status })
  })
  server.get('/metrics', async (request, reply) => {
    if (!openMetrics && !isFromHere(request))
      throw new ServiceError(
        403,
        'The metrics are shown on the machine of the service only. Start it with --open-metrics to show them to others.',
      )
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  })
}

/** A proxy on this machine asks for others, and says so. */
function isFromHere({ socket, headers }: FastifyRequest): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const isLoopback = address === '::1' || address.startsWith('127.')
  return (
    isLoopback &&
    headers['x-forwarded-for'] === undefined &&
    headers.forwarded === undefined &&
    headers['x-real-ip'] === undefined
  )
}
