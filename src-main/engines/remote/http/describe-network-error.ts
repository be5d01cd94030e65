import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import type { SentenceKey } from '../../../contract/sentences/sentences.ts'
import { RemoteError } from './remote-error.ts'

/** With these errors nothing was sent. */
const neverSent: Readonly<Record<string, SentenceKey>> = {
  ECONNREFUSED: 'network.nobodyListens',
  ENOTFOUND: 'network.noHost',
  EAI_AGAIN: 'network.noLookup',
  EHOSTUNREACH: 'network.noWay',
  ENETUNREACH: 'network.noNetwork',
  ENETDOWN: 'network.noNetwork',
  UND_ERR_CONNECT_TIMEOUT: 'network.noConnection',
  ERR_SSL_WRONG_VERSION_NUMBER: 'network.noTls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'network.noTls',
}
const maybeSent: Readonly<Record<string, SentenceKey>> = {
  UND_ERR_HEADERS_TIMEOUT: 'network.late',
  UND_ERR_BODY_TIMEOUT: 'network.cutShort',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'network.tooLarge',
  UND_ERR_SOCKET: 'network.cut',
  ECONNRESET: 'network.cut',
  EPIPE: 'network.cut',
}

/** Gives the reason for a missing answer in our own words: messages of the network code may contain what was sent. */
export function describeNetworkError(error: unknown, { origin }: URL): RemoteError {
  const { reason, wasSent } = whyNoAnswer(error)
  if (!wasSent) return new RemoteError('unwell', say('remote.unreachable', { address: origin, reason }))
  return new RemoteError('unwell', say('remote.noAnswer', { address: origin, reason }), { mayBePaid: true })
}

/** Why no answer came, in a few words without a full stop. `wasSent` is true if the request may have arrived. */
export function whyNoAnswer(error: unknown): { reason: Text; wasSent: boolean } {
  const code = codeOf(error)
  const certain = neverSent[code] ?? (isCertificate(code) ? 'network.certificate' : undefined)
  if (certain !== undefined) return { reason: say(certain, { code }), wasSent: false }
  const isTimeout = error instanceof Error && error.name === 'TimeoutError'
  if (isTimeout) return { reason: say('network.late'), wasSent: true }
  const known = maybeSent[code] ?? (code === '' ? 'network.failed' : 'network.failedBy')
  return { reason: say(known, { code }), wasSent: true }
}

const isCertificate = (code: string) => /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)

/** Several addresses of one host fail together as an AggregateError. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
