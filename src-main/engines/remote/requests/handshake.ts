import { say } from '../../../contract/sentences/say.ts'
import type { EngineChoice } from '../../../contract/library/remote.ts'
import type { Connection } from '../http/connection.ts'
import { readAnswer } from '../http/read-answer.ts'
import { RemoteError } from '../http/remote-error.ts'
import type { ApiVersion } from './api-version.ts'
import { v1 } from './v1.ts'
import { v2 } from './v2.ts'

/** Result of a handshake: which version to use, and the ids of the service's categorizers. */
export type Handshake = { apiVersion: ApiVersion; categorizers: string[] }

/**
 * Checks at no cost that a service is there and knows the key, in the given version. `auto` tries v2, then v1 if the
 * service has no v2. Rejects with RemoteError.
 */
export async function shakeHands(connection: Connection, version: EngineChoice['version']): Promise<Handshake> {
  if (version !== 'auto') return tryVersion(connection, version === 'v1' ? v1 : v2)
  try {
    return await tryVersion(connection, v2)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  try {
    return await tryVersion(connection, v1)
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new RemoteError('unwell', say('remote.notHere'))
  }
}

async function tryVersion(connection: Connection, apiVersion: ApiVersion): Promise<Handshake> {
  const { call, schema } = apiVersion.handshake
  return { apiVersion, categorizers: readAnswer(await connection.send(call), schema) }
}

const isMissing = (error: unknown) =>
  error instanceof RemoteError && (error.kind === 'gone' || error.status === 405 || error.status === 501)
