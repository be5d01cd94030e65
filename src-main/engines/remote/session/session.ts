import type { EngineChoice, RemoteCredentials } from '../../../contract/library/remote.ts'
import { RemoteError } from '../http/remote-error.ts'
import { Budget } from '../limits/budget.ts'
import { CircuitBreaker } from '../limits/circuit-breaker.ts'
import { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts'
import { RetryingClient } from '../limits/retrying-client.ts'
import type { RemoteMemory } from '../memory/remote-memory.ts'
import type { ApiVersion } from '../requests/api-version.ts'
import { DEFAULT_TIMING, type RemoteTiming } from './remote-timing.ts'
import { Uploads } from './uploads.ts'
import { say, several } from '../../../contract/sentences/say.ts'
import { openConnection, type Connection } from '../http/connection.ts'
import { shakeHands, type Handshake } from '../requests/handshake.ts'
import { endOfMonth } from '../memory/month.ts'

export type SessionLog = {
  debug(message: string, details?: object): void
  info(message: string, details?: object): void
  warn(message: string, details?: object): void
}

export type SessionOptions = {
  choice: EngineChoice
  credentials: RemoteCredentials | null
  memory: RemoteMemory
  log: SessionLog
  timing?: Partial<RemoteTiming> | undefined
  now(): number
  onChange(): void
}

/** What is known of a service once it was reached. */
export type ReachedService = {
  apiVersion: ApiVersion
  uploads: Uploads
  /** Service, version and picture size: what is remembered under another place concerns other pictures. */
  place: string
}

/** Connection, limits, uploads and state of one service. Sends nothing before the first request. */
export class Session {
  readonly breaker: CircuitBreaker
  readonly limiter: ConcurrencyLimiter
  readonly budget: Budget
  readonly client: RetryingClient
  readonly #options: SessionOptions
  readonly #timing: RemoteTiming
  readonly #link: ServiceLink
  readonly #abort = new AbortController()
  #reached: Promise<ReachedService> | null = null
  #knownVersion: 'v1' | 'v2' | null = null
  #answers = 0

  constructor(options: SessionOptions) {
    this.#options = options
    this.#timing = { ...DEFAULT_TIMING, ...options.timing }
    this.#link = new ServiceLink({ ...options, requestMs: this.#timing.requestMs })
    this.breaker = this.#createBreaker()
    this.budget = new Budget({ ...options, budget: options.choice.monthlyBudget, onChange: () => this.#noteSpent() })
    this.limiter = new ConcurrencyLimiter((limit) => this.#noteLimit(limit))
    this.client = new RetryingClient({
      connection: () => this.#link.connection(),
      limiter: this.limiter,
      breaker: this.breaker,
      budget: this.budget,
      signal: this.#abort.signal,
      retryMs: this.#timing.retryMs,
    })
  }

  /** The version in which the service was reached; null before that. */
  get knownVersion(): 'v1' | 'v2' | null {
    return this.#knownVersion
  }

  /** Good answers about photos so far. */
  get answers(): number {
    return this.#answers
  }

  get hasCredentials(): boolean {
    return this.#link.hasCredentials
  }

  /** The service, reached on first use; null if it cannot be asked now. */
  async reach(): Promise<ReachedService | null> {
    if (!this.breaker.allowsRequests) return null
    try {
      return await (this.#reached ??= this.#reach())
    } catch (error) {
      this.#reached = null
      this.handleError(RemoteError.of(error))
      return null
    }
  }

  /** An analysis was answered well: the service works. */
  noteAnswer(): void {
    this.#answers += 1
    this.breaker.noteSuccess()
  }

  /**
   * Trips the circuit breaker as this error demands. The first cause stays, since later answers of requests that were
   * already running say the same or less. A refused key overrides everything else.
   */
  handleError(error: RemoteError): void {
    const { kind, status, message } = error
    if (kind === 'closed' || (!this.breaker.allowsRequests && kind !== 'refused')) return
    this.#options.log.warn('The service cannot be asked now', { kind, status, message })
    tripFor(error, this.breaker, { nowMs: this.#options.now(), forbiddenMs: this.#timing.forbiddenMs })
  }

  /** The person changed something: the service may be asked at once if there are credentials. */
  retry(credentials: RemoteCredentials | null): void {
    this.#link.replaceCredentials(credentials)
    this.#reached = null
    this.breaker.noteSuccess()
    if (credentials === null) this.breaker.trip('no-credentials', NO_CREDENTIALS)
    else this.breaker.reset()
  }

  async close(): Promise<void> {
    this.breaker.stop()
    this.#abort.abort()
    await this.#link.close()
  }

  async #reach(): Promise<ReachedService> {
    const { choice, memory, now, log, onChange } = this.#options
    const { apiVersion } = await this.#link.shakeHands()
    this.#knownVersion = apiVersion.version
    log.info('The service was reached', { version: apiVersion.version })
    onChange()
    const place = `${apiVersion.version} ${choice.uploadSide} ${choice.address}`
    return { apiVersion, place, uploads: new Uploads({ apiVersion, place, memory, client: this.client, now }) }
  }

  #createBreaker(): CircuitBreaker {
    const { now, credentials, onChange } = this.#options
    const { firstBackOffMs, longestBackOffMs } = this.#timing
    return new CircuitBreaker({
      now,
      first: credentials === null ? { condition: 'no-credentials', message: NO_CREDENTIALS } : undefined,
      check: () => this.#isWell(),
      onChange,
      firstBackOffMs,
      longestBackOffMs,
    })
  }

  /** Whether requests may go out again, whatever tripped the breaker. */
  async #isWell(): Promise<boolean> {
    if (this.breaker.condition === 'budget-spent') return !this.budget.isEmpty()
    if (this.breaker.condition === 'forbidden') return true // Only an analysis can tell.
    try {
      await this.#link.shakeHands()
      return true
    } catch (error) {
      if (error instanceof RemoteError && error.kind === 'refused') this.handleError(error)
      return false
    }
  }

  #noteSpent(): void {
    if (this.breaker.condition === 'budget-spent' && !this.budget.isEmpty()) this.breaker.reset()
    this.#options.onChange()
  }

  #noteLimit(limit: number): void {
    this.#options.log.debug('The service allows another number of requests at once', { limit })
    this.#options.onChange()
  }
}

const NO_CREDENTIALS = say('remote.noCredentials')

type ServiceLinkOptions = {
  choice: Pick<EngineChoice, 'address' | 'version'>
  credentials: RemoteCredentials | null
  /** Maximum wait for one answer, in milliseconds. */
  requestMs: number
}

/** The connection to one service with the present credentials; opened on first use. */
class ServiceLink {
  readonly #options: ServiceLinkOptions
  #credentials: RemoteCredentials | null
  #connection: Connection | null = null

  constructor(options: ServiceLinkOptions) {
    this.#options = options
    this.#credentials = options.credentials
  }

  get hasCredentials(): boolean {
    return this.#credentials !== null
  }

  /** Throws RemoteError `closed` without credentials. */
  connection(): Connection {
    const { choice, requestMs } = this.#options
    if (this.#credentials === null) throw new RemoteError('closed', NO_CREDENTIALS)
    return (this.#connection ??= openConnection({
      address: choice.address,
      credentials: this.#credentials,
      requestMs,
    }))
  }

  /** Costs nothing; rejects with RemoteError. */
  async shakeHands(): Promise<Handshake> {
    return shakeHands(this.connection(), this.#options.choice.version)
  }

  /** New credentials get their own connection; running exchanges finish on the old one. */
  replaceCredentials(given: RemoteCredentials | null): void {
    if (given?.key !== this.#credentials?.key || given?.secret !== this.#credentials?.secret) {
      void this.#connection?.close(false)
      this.#connection = null
    }
    this.#credentials = given
  }

  async close(): Promise<void> {
    await this.#connection?.close(true)
  }
}

const REFUSED = say('remote.refused')
const FORBIDDEN = say('remote.limit')
const SPENT = say('remote.spent')

/** Stops requests for as long as this error demands; `forbiddenMs` is the pause after a 403. */
function tripFor(
  { kind, text, afterMs }: RemoteError,
  breaker: CircuitBreaker,
  { nowMs, forbiddenMs }: { nowMs: number; forbiddenMs: number },
): void {
  if (kind === 'refused') breaker.trip('refused', REFUSED)
  else if (kind === 'forbidden') breaker.tripUntil('forbidden', several([FORBIDDEN, text]), nowMs + forbiddenMs)
  else if (kind === 'budget') breaker.tripUntil('budget-spent', SPENT, endOfMonth(nowMs))
  else breaker.backOff(several([text, say('remote.againByItself')]), afterMs)
}
