import { setTimeout as pause } from 'node:timers/promises'
import { v2Error } from '../service/service/shapes.ts'
import { openClient, type Client, type Heard, type Sent } from '../service/service/client.ts'
import type { Worker } from './accounts.ts'
import type { RunState } from './run-state.ts'

/** A request that was tried until it got a final answer. */
export type Ask = {
  /** Its action, for the report. */
  what: string
  path: string
  sent?: Sent
  /** Final statuses besides 2xx. */
  also?: readonly number[]
  /** Statuses that are final after an earlier try without an answer, since that may have done the work. */
  afterTries?: readonly number[]
  /** Analyses that it counts as if successful. */
  analyses?: number
  /** Analyses that follow later, if successful. */
  later?: number
}
/** When a request was started and answered, in milliseconds. */
export type Span = { from: number; to: number }

const PAUSE_MS = 250
/** As many as take a minute: a killed node's hold on a plan is free after half of one. */
const MAX_CALM_TRIES = 160
/** The beginnings of a 503's sentences, by the part that is down; the engine of a busy machine may be at any time. */
const unavailable = [
  ['node', 'The service cannot be reached now.'],
  ['database', 'The service cannot reach its data at present.'],
  ['objects', 'The storage of pictures and indexes cannot be reached at present.'],
  ['engine', 'The service is busy'],
] as const

/** Sends the requests of an account, and retries after 429, 503 or a cut connection. */
export class Requester {
  readonly account: Worker
  /** Requested analyses, and those answered successfully. */
  readonly analyses = { attempted: 0, succeeded: 0 }
  /** Admitted requests. */
  readonly letIn: Span[] = []
  /** Its account is being deleted: from now on it may be unknown. */
  isEnding = false
  /** Its account was deleted, and every node knows. */
  isRemoved = false
  readonly #client: Client
  readonly #state: RunState

  constructor(account: Worker, address: string, state: RunState) {
    this.account = account
    this.#client = openClient(address, account)
    this.#state = state
  }

  /** Null if the work ended before there was an answer; its outcome is unknown then. */
  async send(ask: Ask): Promise<Heard | null> {
    for (let tries = 0; ; tries++) {
      const wasRemoved = this.isRemoved
      const heard = await this.#try(ask)
      if (heard !== null && heard.status !== 401 && wasRemoved)
        this.#state.fault(`${this.#name(ask)} was answered with ${heard.status} though the account was deleted`)
      if (heard?.status === 401 && this.isEnding) return null
      if (heard !== null && this.#isAnswer(ask, heard.status, tries > 0)) return heard
      if (!this.#state.isWorking && tries > MAX_CALM_TRIES && !this.#state.isDisturbed) {
        this.#state.fault(`${this.#name(ask)} had no answer in calm after ${tries} tries`)
        return null
      }
      await pause(PAUSE_MS * (1 + Math.random()))
    }
  }

  #isAnswer({ also = [], afterTries = [] }: Ask, status: number, isRepeated: boolean): boolean {
    return (status >= 200 && status < 300) || also.includes(status) || (isRepeated && afterTries.includes(status))
  }

  /** One try; null if it must be retried. */
  async #try(ask: Ask): Promise<Heard | null> {
    const { analyses = 0, later = 0 } = ask
    this.analyses.attempted += analyses + later
    const from = Date.now()
    const heard = await this.#client.ask(ask.path, ask.sent).catch((error: unknown) => error)
    if (heard instanceof Error) return this.#noteCut(ask, heard)
    const answer = heard as Heard
    this.#state.count(answer.status === 503 ? `503: ${answer.body?.status?.text}` : String(answer.status))
    if (answer.status === 429 || answer.status === 503) return this.#noteRefusal(ask, answer)
    this.letIn.push({ from, to: Date.now() })
    if (answer.status < 300) {
      this.analyses.succeeded += analyses
      if (answer.body?.status?.type !== 'success')
        this.#state.fault(`${this.#name(ask)}: ${show(answer)} is no success`)
    } else if (answer.status === 401 && this.isEnding) {
      return answer
    } else if (!(ask.also ?? []).concat(ask.afterTries ?? []).includes(answer.status)) {
      this.#state.fault(`${this.#name(ask)} was answered with ${show(answer)}`)
      return { ...answer, status: 200, body: null } // known to be wrong: no more tries
    }
    return answer
  }

  #noteCut(ask: Ask, error: Error): null {
    const cause = error.cause instanceof Error ? error.cause.message : error.message
    this.#state.count(`cut: ${cause}`)
    if (!this.#state.isAway('node')) this.#state.fault(`${this.#name(ask)} was cut in calm: ${cause}`)
    return null
  }

  #noteRefusal(ask: Ask, answer: Heard): null {
    const { plan } = this.account
    if (!v2Error.safeParse(answer.body).success || !/^[1-9]\d*$/.test(answer.headers.get('retry-after') ?? ''))
      this.#state.fault(`${this.#name(ask)}: ${show(answer)} is no refusal as described`)
    if (answer.status === 503 && !this.#isPlanned(answer))
      this.#state.fault(`${this.#name(ask)}: unplanned ${show(answer)}`)
    if (answer.status === 429 && plan === 'roomy')
      this.#state.fault(`${this.#name(ask)} reached a limit that it does not have: ${show(answer)}`)
    return null
  }

  /** A refusal names the part that is down, and it is. */
  #isPlanned({ body }: Heard): boolean {
    const sentence = String(body?.status?.text)
    const [part] = unavailable.find(([, text]) => sentence.startsWith(text)) ?? []
    return part === 'engine' || (part !== undefined && this.#state.isAway(part))
  }

  #name({ what, path, sent }: Ask): string {
    return `${this.account.key}, ${what} (${sent?.method ?? 'GET'} ${path})`
  }
}

const show = ({ status, bytes }: Heard) => `${status} ${bytes.toString('utf8', 0, 300).trim()}`
