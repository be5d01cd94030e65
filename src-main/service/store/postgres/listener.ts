import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { messageOf } from '../../../contract/errors.ts'
import type { ServiceLog } from '../../ports/service-log.ts'
import type { Database } from './database.ts'

/**
 * Called when a channel has a notification, when notifications may be missed from now on, and when they arrive again
 * (also the first time).
 */
export type Listening = {
  channel: string
  onMessage: (payload: string) => void
  onLost?: () => void
  onListening?: () => void
}

/** How often the connection is checked: a host that disappeared is noticed after two checks. */
const CHECK_MS = 5000
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5000

/**
 * One connection that listens to the channels of a database. While it is away `isListening` is false, and whoever
 * depends on notifications must read for themselves. It reconnects until it is closed.
 */
export class Listener {
  readonly #database: Database
  readonly #log: ServiceLog
  readonly #listenings: readonly Listening[]
  readonly #checkMs: number
  readonly #closed = new AbortController()
  #isListening = false
  #loop: Promise<void>
  #first = Promise.withResolvers<void>()

  constructor(database: Database, log: ServiceLog, listenings: readonly Listening[], checkMs = CHECK_MS) {
    this.#database = database
    this.#log = log
    this.#listenings = listenings
    this.#checkMs = checkMs
    this.#loop = this.#keepListening()
  }

  get isListening(): boolean {
    return this.#isListening
  }

  /** Resolves when it has listened once or is closed. */
  ready(): Promise<void> {
    return this.#first.promise
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await this.#loop
  }

  async #keepListening(): Promise<void> {
    let wait = FIRST_PAUSE_MS
    while (!this.#closed.signal.aborted) {
      try {
        await this.#listenOnce()
        wait = FIRST_PAUSE_MS
      } catch (error) {
        this.#log.debug('the database does not tell of changes at present', { reason: messageOf(error) })
      }
      await this.#pause(wait)
      wait = Math.min(wait * 2, MAX_PAUSE_MS)
    }
    this.#first.resolve()
  }

  /** Listens until the connection ends. */
  async #listenOnce(): Promise<void> {
    const client = await this.#database.connect()
    const over = new AbortController()
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    const stop = () => void client.end().catch(() => {}) // it has already ended
    try {
      client.on('error', () => this.#lose())
      client.on('notification', ({ channel, payload = '' }) => this.#pass(channel, payload))
      for (const { channel } of this.#listenings) await client.query(`LISTEN ${channel}`)
      this.#isListening = true
      for (const { onListening } of this.#listenings) onListening?.()
      this.#first.resolve()
      this.#closed.signal.addEventListener('abort', stop)
      await Promise.race([ended, this.#check(client, AbortSignal.any([this.#closed.signal, over.signal]))])
    } finally {
      over.abort()
      this.#closed.signal.removeEventListener('abort', stop)
      this.#lose()
      stop()
    }
  }

  /** Asks for a sign of life repeatedly, until aborted; rejects when none comes. */
  async #check(client: Client, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#pause(this.#checkMs, signal)
      if (signal.aborted) return
      const answer = client.query('SELECT 1').then(() => true)
      answer.catch(() => {}) // it may come after it was given up
      if (!(await Promise.race([answer, this.#pause(this.#checkMs, signal).then(() => signal.aborted)])))
        throw new Error('the connection that listens gives no sign of life')
    }
  }

  #lose(): void {
    if (!this.#isListening) return
    this.#isListening = false
    for (const { onLost } of this.#listenings) onLost?.()
  }

  #pass(channel: string, payload: string): void {
    for (const listening of this.#listenings) if (listening.channel === channel) listening.onMessage(payload)
  }

  /** Ends early when the signal aborts. */
  #pause(ms: number, signal = this.#closed.signal): Promise<void> {
    return pause(ms, undefined, { signal, ref: false }).catch(() => {})
  }
}
