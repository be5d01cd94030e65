import type { Text } from '../../../contract/sentences/text.ts'
import { AppError, messageOf } from '../../../contract/errors.ts'
import { say, foreign } from '../../../contract/sentences/say.ts'
import type { SentenceKey } from '../../../contract/sentences/sentences.ts'

/** Errors of Chromium's network, such as `net::ERR_NAME_NOT_RESOLVED`. */
const ofNetwork: Readonly<Record<string, SentenceKey>> = {
  ERR_INTERNET_DISCONNECTED: 'network.noNetwork',
  ERR_NAME_NOT_RESOLVED: 'network.noLookup',
  ERR_ADDRESS_UNREACHABLE: 'network.noWay',
  ERR_CONNECTION_REFUSED: 'network.refused',
  ERR_CONNECTION_TIMED_OUT: 'network.noConnection',
  ERR_TIMED_OUT: 'network.late',
  ERR_CONNECTION_RESET: 'network.cut',
  ERR_CONNECTION_CLOSED: 'network.cut',
  ERR_NETWORK_CHANGED: 'network.cut',
}

/** Why an update failed, as a sentence: electron-updater's own messages contain headers and stacks. */
export function describeUpdateError(error: unknown): Text {
  if (error instanceof AppError) return error.text
  return say('updates.failed', { reason: reasonOf(error) })
}

function reasonOf(error: unknown): Text {
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown }
  if (typeof statusCode === 'number') return say('network.answered', { status: statusCode })
  if (code === 'ERR_CHECKSUM_MISMATCH') return say('network.wrongFile')
  const [line = ''] = messageOf(error).split('\n')
  const [, failure = ''] = /net::(ERR_\w+)/.exec(line) ?? []
  if (failure.startsWith('ERR_CERT_')) return say('network.certificate', { code: failure })
  const known = ofNetwork[failure]
  return known === undefined ? foreign(line) : say(known)
}
