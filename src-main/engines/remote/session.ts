import type { EngineChoice } from '../../contract/library/remote.ts'
import { createRetryingClient, type RetryingClient } from './asking/asker.ts'
import { createGate, type Gate } from './asking/gate.ts'
import { createLimiter, type Limiter } from './asking/limiter.ts'
import { createBudget, type Budget } from './asking/purse.ts'
import { greet } from './find-dialect.ts'
import { openConnection, type Connection } from './http/connection.ts'
import { endOfMonth } from './month.ts'
import type { ApiVersion } from './questions/question.ts'
import type { RemoteCredentials, RemoteEngineOptions, RemoteTiming } from './remote-types.ts'
import { RemoteError } from './trouble.ts'

/** Everything that stands between this program and one service. */
export type Session = {
  gate: Gate
  limiter: Limiter
  purse: Budget
  asker: RetryingClient
  /** How the service is spoken with; found out when first needed. Rejects with RemoteError. */
  dialect(): Promise<ApiVersion>
  knownVersion(): 'v1' | 'v2' | null
  hasCredentials(): boolean
  /** Shuts the gate as this trouble demands. */
  heed(trouble: RemoteError): void
  retry(credentials: RemoteCredentials | null): void
  close(): Promise<void>
}

const TIMING: RemoteTiming = {
  requestMs: 60_000,
  retryMs: 1_000,
  firstBackOffMs: 2_000,
  longestBackOffMs: 900_000,
  forbiddenMs: 3_600_000,
}

type Options = Pick<RemoteEngineOptions, 'choice' | 'credentials' | 'memory' | 'log' | 'timing'> & {
  now(): number
  onChange(): void
}

/** Creates the session; nothing is sent before the first question. */
export function createSession(options: Options): Session {
  const { choice, memory, now, log, onChange } = options
  const timing = { ...TIMING, ...options.timing }
  const abort = new AbortController()
  let { credentials } = options
  let connection: Connection | null = null
  let greeting: Promise<ApiVersion> | null = null
  let version: Session['knownVersion'] extends () => infer V ? V : never = null

  const connect = () => {
    if (credentials === null) throw new RemoteError('closed', NO_CREDENTIALS)
    return (connection ??= openConnection({ address: choice.address, credentials, requestMs: timing.requestMs }))
  }
  const learnDialect = async () => {
    const { dialect } = await greet(connect(), choice.version)
    version = dialect.version
    log.info('The service was reached', { version })
    onChange()
    return dialect
  }
  const dialect = () =>
    (greeting ??= learnDialect().catch((error: unknown) => {
      greeting = null
      throw error
    }))
  /** Whatever shut the gate: may it open again? */
  const check = async () => {
    if (gate.condition === 'budget-spent') return !purse.isEmpty()
    if (gate.condition === 'forbidden') return true // Only an analysis can tell.
    try {
      await greet(connect(), choice.version)
      return true
    } catch (error) {
      if (error instanceof RemoteError && error.kind === 'refused') heed(error)
      return false
    }
  }
  const purse: Budget = createBudget({
    memory,
    budget: choice.monthlyBudget,
    now,
    onChange() {
      if (gate.condition === 'budget-spent' && !purse.isEmpty()) gate.open()
      onChange()
    },
  })
  const first = credentials === null ? { condition: 'no-credentials' as const, message: NO_CREDENTIALS } : undefined
  const gate: Gate = createGate({
    now,
    first,
    check,
    onChange,
    firstBackOffMs: timing.firstBackOffMs,
    longestBackOffMs: timing.longestBackOffMs,
  })
  const limiter = createLimiter((limit) => {
    log.debug('The service allows another number of requests at once', { limit })
    onChange()
  })
  const asker = createRetryingClient({
    connection: connect,
    limiter,
    gate,
    purse,
    signal: abort.signal,
    retryMs: timing.retryMs,
  })
  const heed = (trouble: RemoteError) => {
    // What shut it first stands: answers that were under way then say the same or less. A key that is refused outdoes
    // the rest.
    if (trouble.kind === 'closed' || (!gate.isOpen() && trouble.kind !== 'refused')) return
    log.warn('The service cannot be asked now', {
      kind: trouble.kind,
      status: trouble.status,
      message: trouble.message,
    })
    if (trouble.kind === 'refused')
      gate.shut('refused', 'The service does not accept the key and the secret. Enter them again in Settings.')
    else if (trouble.kind === 'forbidden')
      gate.shutUntil(
        'forbidden',
        `A limit of the subscription is reached. Work goes on when it begins anew. ${trouble.message}`,
        now() + timing.forbiddenMs,
      )
    else if (trouble.kind === 'budget')
      gate.shutUntil(
        'budget-spent',
        'The budget of this month is spent. Work goes on next month, or when the budget is raised in Settings.',
        endOfMonth(now()),
      )
    else gate.backOff(`${trouble.message} It is asked again by itself.`, trouble.afterMs)
  }
  return {
    gate,
    limiter,
    purse,
    asker,
    dialect,
    knownVersion: () => version,
    hasCredentials: () => credentials !== null,
    heed,
    retry(given) {
      if (given?.key !== credentials?.key || given?.secret !== credentials?.secret) {
        void connection?.close(false)
        connection = null
      }
      credentials = given
      greeting = null
      gate.noteGood()
      if (credentials === null) gate.shut('no-credentials', NO_CREDENTIALS)
      else gate.open()
    },
    async close() {
      gate.close()
      abort.abort()
      await connection?.close(true)
    },
  }
}

const NO_CREDENTIALS = 'The service needs a key and a secret. Enter them in Settings.'
