import { readFileSync } from 'node:fs'
import type { ClientConfig } from 'pg'
import { AppError, messageOf } from '../../../contract/errors.ts'

/** How to reach a database. */
export type DatabaseAddress = {
  connection: ClientConfig
  /** Maximum number of connections for requests; a few more serve notifications and trainings. */
  pool: number
  /** Host, port and database, for logs; never the password. */
  place: string
}

const DEFAULT_POOL = 10
const MAX_POOL = 200
/** Tables are in a separate schema, so that other programs may share the database. */
export const SCHEMA = 'lumafold'

const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const
const options = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'pool', 'application_name']

/**
 * Reads `postgres://user:password@host:5432/database?sslmode=verify-full&sslrootcert=ca.pem&pool=10`. TLS is used if
 * `sslmode` asks for it: `require` encrypts, `verify-ca` also checks who signed the server's certificate, `verify-full`
 * also checks its name. Throws AppError `bad-params` without the password.
 */
export function readDatabaseUrl(text: string): DatabaseAddress {
  const url = parse(text)
  const unknown = [...url.searchParams.keys()].find((name) => !options.includes(name))
  if (unknown !== undefined) throw refusal(`does not know the option "${unknown}". Options are ${options.join(', ')}`)
  const host = decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1') || 'localhost'
  const port = Number(url.port || 5432)
  const database = decodeURIComponent(url.pathname.slice(1))
  if (database === '')
    throw refusal('names no database: write its name behind the host, as in postgres://host/lumafold')
  return {
    connection: {
      host,
      port,
      database,
      ...(url.username === '' ? {} : { user: decodeURIComponent(url.username) }),
      ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
      application_name: url.searchParams.get('application_name') ?? 'lumafold',
      ssl: readTls(url.searchParams),
    },
    pool: readPool(url.searchParams.get('pool')),
    place: `${host}:${port}/${database}`,
  }
}

function parse(text: string): URL {
  const url = URL.parse(text)
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol))
    throw refusal('is not understood: write postgres://user:password@host:5432/database, and percent-encode signs')
  return url
}

function readPool(text: string | null): number {
  const pool = Number(text ?? DEFAULT_POOL)
  if (!Number.isInteger(pool) || pool < 2 || pool > MAX_POOL)
    throw refusal(`has a pool of "${text}": give a number of connections from 2 to ${MAX_POOL}`)
  return pool
}

function readTls(params: URLSearchParams): ClientConfig['ssl'] {
  const mode = params.get('sslmode') ?? 'disable'
  if (!(tlsModes as readonly string[]).includes(mode))
    throw refusal(`has the sslmode "${mode}": choose ${tlsModes.join(', ')}`)
  if (mode === 'disable') return false
  const [ca, cert, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => readPem(name, params.get(name)))
  const files = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) }
  if (mode === 'require') return { ...files, rejectUnauthorized: false }
  if (mode === 'verify-full') return files
  if (ca === undefined) throw refusal('needs sslrootcert=FILE with sslmode=verify-ca')
  return { ...files, checkServerIdentity: () => undefined }
}

function readPem(name: string, path: string | null): string | undefined {
  if (path === null) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw refusal(`names a file for ${name} that cannot be read (${messageOf(error)})`)
  }
}

const refusal = (what: string) => new AppError('bad-params', `The address of the database ${what}.`)
