import type { EngineChoice } from '../../contract/library/remote.ts'
import type { Connection } from './http/connection.ts'
import { readAnswer } from './http/read-answer.ts'
import type { ApiVersion } from './questions/question.ts'
import { v1 } from './questions/v1.ts'
import { v2 } from './questions/v2.ts'
import { RemoteError } from './trouble.ts'

/** A service that was greeted: how to speak with it, and the ids of its categorizers. */
export type Greeted = { dialect: ApiVersion; categorizers: string[] }

/**
 * Greets a service, which costs nothing, in the version asked for; `auto` takes v2 and v1 where there is only that.
 * Rejects with RemoteError.
 */
export async function greet(connection: Connection, version: EngineChoice['version']): Promise<Greeted> {
  if (version !== 'auto') return greetIn(connection, version === 'v1' ? v1 : v2)
  try {
    return await greetIn(connection, v2)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  try {
    return await greetIn(connection, v1)
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new RemoteError(
      'unwell',
      'At this address no image analysis service answers. Check it in Settings; it is written without "/v2".',
    )
  }
}

async function greetIn(connection: Connection, dialect: ApiVersion): Promise<Greeted> {
  const { call, schema } = dialect.greeting
  return { dialect, categorizers: readAnswer(await connection.send(call), schema) }
}

const isMissing = (error: unknown) =>
  error instanceof RemoteError && (error.kind === 'gone' || error.status === 405 || error.status === 501)
