import { createHash } from 'node:crypto'
import { userInfo } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, Pool, types, type ClientConfig, type PoolClient, type QueryResultRow } from 'pg'
import { messageOf } from '../../../contract/errors.ts'
import type { ServiceLog } from '../../ports/service-log.ts'
import { isConflict, isConnectionLost, isSilence, toStoreError } from './database-errors.ts'
import { SCHEMA, type DatabaseAddress } from './read-database-url.ts'
import { untilSilent } from './until-silent.ts'
import { Socket } from 'node:net'

/** The sockets of all connections to a database, including those of libraries, so that all can be broken at once. */
class Sockets {
  readonly #open = new Set<Socket>()
  #isOver = false

  /** A socket for the driver to connect. */
  readonly create = (): Socket => {
    const socket = new Socket()
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    if (this.#isOver) setImmediate(() => socket.destroy(givenUp()))
    return socket
  }

  /** Breaks all connections; new ones fail. */
  giveUp(): void {
    this.#isOver = true
    for (const socket of this.#open) socket.destroy(givenUp())
  }
}

const givenUp = () => Object.assign(new Error('the database is not waited for any more'), { code: 'ECONNABORTED' })

export type DatabaseOptions = {
  address: DatabaseAddress
  log: ServiceLog
  /** Called with each statement that is sent. */
  onStatement?: ((text: string) => void) | undefined
  /** Time limit for one statement, in milliseconds. */
  statementMs?: number | undefined
}

/** Settings of pgvector's graphs. They may be set before it is loaded, and do no harm without it. */
export const SEARCH_SETTINGS = '-c hnsw.ef_search=400 -c hnsw.iterative_scan=strict_order'

/** Runs one statement and returns its rows. */
export type Query = <R extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<R[]>

/** Also limits how long a statement waits for a connection of the pool: a node under load is slow, not away. */
const CONNECT_MS = 15_000
/** Time limit for a statement of a request. */
const STATEMENT_MS = 15_000
/** How often a transaction is repeated after conflicts. */
const MAX_CONFLICTS = 5
const INT8 = 20

/** Counts and times are far below 2^53. */
const parsers: ClientConfig['types'] = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser,
}

/**
 * Connections to one PostgreSQL database. A statement is one round trip, and is prepared once on each connection.
 * Errors of an unavailable database become ServiceError 503; the next call reconnects.
 */
export class Database {
  readonly place: string
  /** The user name of the connection. */
  readonly user: string
  /** How to reach it, also for libraries; their connections are broken together with the others. */
  readonly connection: ClientConfig
  readonly #pool: Pool
  readonly #sockets = new Sockets()
  readonly #ended = new AbortController()
  readonly #config: ClientConfig
  readonly #log: ServiceLog
  readonly #onStatement: ((text: string) => void) | undefined
  #isReachable = true

  constructor({ address, log, onStatement, statementMs = STATEMENT_MS }: DatabaseOptions) {
    this.place = address.place
    this.user = address.connection.user ?? userInfo().username
    this.#log = log
    this.#onStatement = onStatement
    this.connection = { ...address.connection, stream: this.#sockets.create }
    this.#config = {
      ...this.connection,
      types: parsers,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: CONNECT_MS,
      // pgvector is in `public`
      options: `-c search_path=${SCHEMA},public ${SEARCH_SETTINGS}`,
    }
    this.#pool = new Pool({
      ...this.#config,
      max: address.pool,
      idleTimeoutMillis: 60_000,
      statement_timeout: statementMs,
      query_timeout: statementMs + 2000,
      idle_in_transaction_session_timeout: statementMs,
    })
    // Connections that break while idle leave the pool.
    this.#pool.on('error', (error) => this.#noteLost(error))
    // Those in use report to their caller; without a listener the event would end the process.
    this.#pool.on('connect', (client) => void client.on('error', () => {}))
  }

  /** Runs one statement. If the connection breaks, it may or may not have been executed. */
  query: Query = (text, values = []) => this.#withClient((client) => this.#run(client, text, values))

  /** Runs one statement that may run twice, such as a query: it is repeated if its connection breaks. */
  repeat: Query = async (text, values = []) => {
    try {
      return await this.#withRawClient((client) => this.#run(client, text, values))
    } catch (error) {
      if (!isConnectionLost(error)) throw toStoreError(error)
      return this.query(text, values)
    }
  }

  /** Runs statements in one transaction: all or none. `work` is repeated after a conflict with another transaction. */
  async transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    for (let conflicts = 0; ; conflicts++) {
      try {
        return await this.#withRawClient((client) => this.#transact(client, work))
      } catch (error) {
        if (!isConflict(error) || conflicts >= MAX_CONFLICTS) throw toStoreError(error)
        await pause(Math.random() * 10 * 2 ** conflicts)
      }
    }
  }

  /** A connection outside the pool, which the caller must end. */
  async connect(): Promise<Client> {
    const client = new Client(this.#config)
    client.on('error', () => {}) // the next query reports it
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {}) // it was never connected
      this.#noteLost(error)
      throw toStoreError(error)
    }
  }

  /** For a node that is ending: once the database is silent for five seconds, nothing waits for it any more. */
  async hurry(): Promise<void> {
    if (!(await untilSilent(() => this.connect(), this.#ended.signal))) return
    this.#log.warn('the database gives no sign of life: this node ends without it', { database: this.place })
    this.#sockets.giveUp()
  }

  /** Waits for running statements. */
  async close(): Promise<void> {
    await this.#pool.end()
    this.#ended.abort()
  }

  async #transact<T>(client: PoolClient, work: (query: Query) => Promise<T>): Promise<T> {
    await this.#run(client, 'BEGIN', [])
    try {
      const result = await work((text, values = []) => this.#run(client, text, values))
      await this.#run(client, 'COMMIT', [])
      return result
    } catch (error) {
      if (!isConnectionLost(error) && !isSilence(error)) await this.#run(client, 'ROLLBACK', [])
      throw error
    }
  }

  async #run<R extends QueryResultRow>(client: PoolClient, text: string, values: readonly unknown[]): Promise<R[]> {
    this.#onStatement?.(text)
    const { rows } = await client.query<R>({ name: nameOf(text), text, values: [...values] })
    return rows
  }

  async #withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    try {
      return await this.#withRawClient(work)
    } catch (error) {
      throw toStoreError(error)
    }
  }

  async #withRawClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient | undefined
    let isBroken = false
    try {
      client = await this.#pool.connect()
      const result = await work(client)
      this.#noteReached()
      return result
    } catch (error) {
      isBroken = isConnectionLost(error) || isSilence(error)
      if (isBroken) this.#noteLost(error)
      throw error
    } finally {
      client?.release(isBroken)
    }
  }

  #noteLost(error: unknown): void {
    if (!this.#isReachable || this.#pool.ending) return
    this.#isReachable = false
    // Never the error itself, which contains the whole connection.
    this.#log.error('the database cannot be reached', { database: this.place, reason: messageOf(error) })
  }

  #noteReached(): void {
    if (this.#isReachable) return
    this.#isReachable = true
    this.#log.info('the database is reached again', { database: this.place })
  }
}

const names = new Map<string, string>()

/** The name of a prepared statement. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return name
}
