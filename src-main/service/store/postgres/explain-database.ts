import type { Client } from 'pg'
import { AppError, messageOf } from '../../../contract/errors.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Database } from './database.ts'

const OLDEST = 15

/** Throws AppError `service-unreachable` if the server is too old. */
export async function requireVersion(client: Pick<Client, 'query'>, place: string): Promise<void> {
  const { rows } = await client.query<{ version: string }>("SELECT current_setting('server_version_num') AS version")
  const [major, minor] = [Math.floor(Number(rows[0]!.version) / 10_000), Number(rows[0]!.version) % 10_000]
  if (major >= OLDEST) return
  throw new AppError(
    'service-unreachable',
    `The database ${place} runs on PostgreSQL ${major}.${minor}; ${OLDEST} or newer is needed. Upgrade that server, or name another one.`,
  )
}

/**
 * The error for an operator who starts a node or moves a service, if the database cannot be used; it also says what to
 * do.
 */
export function explainDatabase(error: unknown, { place, user }: Pick<Database, 'place' | 'user'>): unknown {
  const cause = error instanceof ServiceError ? error.cause : error
  const advice = adviceFor(cause, place.slice(place.lastIndexOf('/') + 1), user)
  if (advice === undefined && !(error instanceof ServiceError)) return error
  return new AppError(
    'service-unreachable',
    `The database ${place} cannot be used (${messageOf(cause)}). ${advice ?? 'Check its address, and that the server runs.'}`,
    { cause },
  )
}

function adviceFor(cause: unknown, database: string, user: string): string | undefined {
  const { code } = cause as { code?: unknown }
  if (typeof code !== 'string') {
    const wantsTls = /server does not support SSL/.test(messageOf(cause))
    return wantsTls ? 'Leave sslmode out, or switch TLS on at the server.' : undefined
  }
  if (code.startsWith('28')) return 'Check user and password in its address, and what pg_hba.conf of the server allows.'
  if (code === '3D000') return `Make it first, for example with "createdb ${database}", or name another one.`
  if (code === '42501') return `Its owner may allow it with: GRANT CREATE ON DATABASE "${database}" TO "${user}".`
  if (code === '25006') return 'It only reads, as a standby does: name the primary server.'
  if (code === '53300') return 'Its connections are all taken: raise max_connections, or give nodes a smaller pool.'
  return /^(ENOTFOUND|EAI_)/.test(code) ? 'Check the name of its host.' : undefined
}
