import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../errors/service-error.ts'
import type { Analysis, Uploads } from '../ports/ports.ts'
import type { RequestAdmission } from './request-admission.ts'
import type { Metrics } from './metrics.ts'

export type HealthOptions = {
  metrics: Metrics
  admission: Pick<RequestAdmission, 'isOpen' | 'isDraining'>
  state: Analysis['state']
  /** Whether the disk has space for pictures. */
  hasRoom: Uploads['hasRoom']
}

/** Who may read how much the service does. */
export type MetricsReaders = 'everyone' | { token: string | undefined }

type Status = 'ok' | 'starting' | 'draining' | 'stopping' | 'disk-full'

const method = ['GET', 'HEAD']

/**
 * Serves `/livez`, `/readyz`, `/healthz` and `/metrics`, all without an account. `/livez` answers as long as the
 * process does and ignores its disk, because a restart would not help there. `/readyz` tells a balancer whether to send
 * requests: yes, once the engine has its models open. `/healthz` is the same for people, and also succeeds while the
 * service starts or drains. Everyone may know whether the service is well. How much it does is only for operators: if
 * there are two accounts, each could learn what the other does.
 */
export function serveHealth(
  server: FastifyInstance,
  { metrics, admission, state, hasRoom }: HealthOptions,
  readers: MetricsReaders,
): void {
  server.route({ method, url: '/livez', handler: answerLive })
  server.route({ method, url: '/readyz', handler: answerReady })
  server.route({ method, url: '/healthz', handler: answerHealth })
  server.route({ method, url: '/metrics', handler: answerMetrics })

  async function answerLive(_request: FastifyRequest, reply: FastifyReply) {
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  }

  async function answerReady(_request: FastifyRequest, reply: FastifyReply) {
    if (admission.isDraining) return sendStatus(reply, 'draining')
    const status = await readStatus()
    return sendStatus(reply, status === 'ok' && !state().isWarm ? 'starting' : status)
  }

  async function answerHealth(request: FastifyRequest, reply: FastifyReply) {
    const { waiting, running, processes } = state()
    return sendStatus(reply, await readStatus(), mayRead(request, readers) ? { waiting, running, processes } : {})
  }

  async function readStatus(): Promise<Status> {
    if (!admission.isOpen || !state().isAccepting) return 'stopping'
    return (await hasRoom()) ? 'ok' : 'disk-full'
  }

  async function answerMetrics(request: FastifyRequest, reply: FastifyReply) {
    if (!mayRead(request, readers)) throw refusal(readers)
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  }
}

function sendStatus(reply: FastifyReply, status: Status, numbers: object = {}): FastifyReply {
  return reply
    .code(status === 'ok' ? 200 : 503)
    .header('cache-control', 'no-store')
    .send({ status, ...numbers })
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
