import type { ServiceLog } from '../ports/service-log.ts'

export type PeriodicTaskOptions = {
  work: () => Promise<void>
  /** Milliseconds between two runs. */
  intervalMs: number
  log: Pick<ServiceLog, 'error'>
  /** Logged with the error if a timed run fails; the next run comes as usual. */
  failureMessage: string
}

/** Does work at intervals, one run at a time, until it is closed. Its timer does not keep the process alive. */
export class PeriodicTask {
  readonly #work: () => Promise<void>
  readonly #timer: NodeJS.Timeout
  #running: Promise<void> | null = null

  constructor({ work, intervalMs, log, failureMessage }: PeriodicTaskOptions) {
    this.#work = work
    const runAndLog = () => void this.run().catch((error: unknown) => log.error(failureMessage, { error }))
    this.#timer = setInterval(runAndLog, intervalMs)
    this.#timer.unref()
  }

  /** Does the work now, or joins the current run; rejects with what the work throws. */
  run(): Promise<void> {
    this.#running ??= this.#work().finally(() => (this.#running = null))
    return this.#running
  }

  /** Stops the timer and waits for the current run. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running?.catch(() => {}) // the caller that started the run gets the error
  }
}
