import { say } from '../../../contract/sentences/say.ts'
import { RemoteError } from './remote-error.ts'

/** Nothing was sent when one of these happens. */
const neverSent: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name could not be looked up',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no network',
  ENETDOWN: 'there is no network',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about in time',
}
const maybeSent: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_TIMEOUT: 'no answer came in time',
  UND_ERR_BODY_TIMEOUT: 'the answer did not come to its end in time',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is far too large',
  UND_ERR_SOCKET: 'the connection was cut',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
}

/** Says why no answer came, in words of ours: messages of the network code may hold what was sent. */
export function describeNetworkError(error: unknown, { origin }: URL): RemoteError {
  const { reason, wasSent } = whyNoAnswer(error)
  if (!wasSent) return new RemoteError('unwell', say('remote.unreachable', { address: origin, reason }))
  return new RemoteError('unwell', say('remote.noAnswer', { address: origin, reason }), { mayBePaid: true })
}

/** Why no answer came, in a few words without a stop; `wasSent` where the request may have arrived. */
export function whyNoAnswer(error: unknown): { reason: string; wasSent: boolean } {
  const code = codeOf(error)
  const certain = neverSent[code] ?? (isCertificate(code) ? `its certificate is not trusted (${code})` : undefined)
  if (certain !== undefined) return { reason: certain, wasSent: false }
  const isTimeout = error instanceof Error && error.name === 'TimeoutError'
  if (isTimeout) return { reason: 'no answer came in time', wasSent: true }
  return { reason: maybeSent[code] ?? `the exchange failed${code === '' ? '' : ` (${code})`}`, wasSent: true }
}

const isCertificate = (code: string) => /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)

/** Several addresses of one host fail together as an AggregateError. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
