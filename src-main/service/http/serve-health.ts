import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

const method = ['GET', 'HEAD']

/**
 * `/healthz` and `/metrics`, both without credentials. Everyone may know whether the service is well. How much it does
 * is shown on this machine only: of two accounts, each could read in it what the other one does.
 */
export function serveHealth(server: FastifyInstance, { metrics, admission, state, openMetrics }: HealthOptions): void {
  server.route({ method, url: '/healthz', handler: answerHealth })
  server.route({ method, url: '/metrics', handler: answerMetrics })

  async function answerHealth(request: FastifyRequest, reply: FastifyReply) {
    const { isAccepting, waiting, running, processes } = state()
    const isWell = admission.isOpen && isAccepting
    const status = isWell ? 'ok' : 'stopping'
    return reply
      .code(isWell ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(openMetrics || isFromHere(request) ? { status, waiting, running, processes } : { status })
  }

  async function answerMetrics(request: FastifyRequest, reply: FastifyReply) {
    if (!openMetrics && !isFromHere(request))
      throw new ServiceError(
        403,
        'The metrics are shown on the machine of the service only. Start it with --open-metrics to show them to others.',
      )
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  }
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
