import { setTimeout as pause } from 'node:timers/promises'
import { checkQuotas } from '../../accounts/limits.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { UploadRow } from '../../ports/upload-store.ts'
import type { Admission } from '../../ports/usage.ts'
import { storeUnavailable } from './database-errors.ts'
import type { LeaveAnswer, PlanFacts, UsageRequest, usageRows } from './usage-rows.ts'

export type AdmissionOptions = {
  /** What was looked up with letting the request in. */
  upload: UploadRow | undefined
  rows: Pick<ReturnType<typeof usageRows>, 'reserve' | 'leave'>
  request: () => UsageRequest
  /** Analyses that there is room for. */
  reserved: number
  /** The id under which this node's requests hold their share. */
  node: () => Promise<string>
  /** Is told what was counted. */
  counted: (analyses: number) => void
  /** Has the request ended later, where that cannot be told to the database now. */
  abandon: (id: string) => void
}

/** Pauses between tries to count what a request did: a database that restarts is back within them. */
const PAUSES_MS = [100, 200, 400, 800, 1500, 2500, 4000]

/**
 * One request's hold on its account's plan. What it did is kept here until it leaves, and counted then, once, however
 * often that must be tried.
 */
export class OpenAdmission implements Admission {
  readonly upload: UploadRow | undefined
  readonly #options: AdmissionOptions
  #reserved: number
  #processed = 0
  #isInside = true

  constructor(options: AdmissionOptions) {
    this.upload = options.upload
    this.#options = options
    this.#reserved = options.reserved
  }

  async reserve(analyses: number): Promise<void> {
    if (!this.#isInside) throw new Error(`room for ${analyses} analyses is asked for by a request that has left`)
    const { rows, request, node } = this.#options
    const total = this.#reserved + analyses
    const answer = await rows.reserve(request(), await node(), total)
    if (answer.outcome === 'refused') throw refused(request(), answer, answer.wanted)
    this.#reserved = total
  }

  processed(count = 1): Promise<void> {
    if (!this.#isInside || this.#processed + count > this.#reserved)
      return Promise.reject(
        new Error(
          `${count} analyses are counted where room was made for ${this.#isInside ? this.#reserved - this.#processed : 0}`,
        ),
      )
    this.#processed += count
    return Promise.resolve()
  }

  async leave(): Promise<void> {
    if (!this.#isInside) return
    this.#isInside = false
    const { request, abandon, counted } = this.#options
    try {
      const answer = await this.#leave()
      if (answer.outcome === 'refused') throw refused(request(), answer, this.#processed)
      counted(answer.counted)
    } catch (error) {
      abandon(request().id)
      throw error
    }
  }

  async #leave(): Promise<LeaveAnswer> {
    const { rows, request } = this.#options
    for (const ms of PAUSES_MS) {
      try {
        return await rows.leave(request(), this.#processed)
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status !== 503) throw error
        await pause(ms)
      }
    }
    return rows.leave(request(), this.#processed)
  }
}

/** What the rules say where a request has no room, or lost it while its node could not be heard of. */
function refused({ plan }: UsageRequest, facts: PlanFacts, wanted: number): unknown {
  try {
    checkQuotas(plan, { ...facts, wanted }, facts.at)
  } catch (error) {
    return error
  }
  return storeUnavailable(new Error('the database refused analyses that the plan allows'))
}
