import type { ServiceError } from '../errors/service-error.ts'
import { serviceStopping } from '../errors/unavailable.ts'

/** A request that was let in. `release` is called once, however the request ends. */
export type AdmittedRequest = {
  /**
   * Aborted when the client goes away, when its body stops arriving, or when the service cannot wait for the request
   * any
   * longer; the reason is what the request is answered with. It ends all that is done for the request.
   */
  signal: AbortSignal
  abort(reason: ServiceError): void
  release(): void
}

/** Requests that were aborted have this long to release their files. */
const LAST_WAIT_MS = 2000

/** Counts requests under way, and lets the last ones finish when the service stops. */
export class RequestAdmission {
  readonly #controllers = new Set<AbortController>()
  #isOpen = true
  #isDraining = false
  #onEmpty: (() => void) | undefined

  /** Whether requests are let in. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Whether balancers are asked to send no more, while what they send is still served. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  /** How many requests are under way. */
  get active(): number {
    return this.#controllers.size
  }

  /** Throws 503 with `Retry-After` once the service is stopping. */
  admit(): AdmittedRequest {
    if (!this.#isOpen) throw serviceStopping()
    const controller = new AbortController()
    this.#controllers.add(controller)
    return {
      signal: controller.signal,
      abort: (reason) => controller.abort(reason),
      release: () => this.#release(controller),
    }
  }

  /** Goes on letting requests in, for balancers that have still to notice; connections are not kept any more. */
  drain(): void {
    this.#isDraining = true
  }

  /** Lets nothing new in, waits at most `graceMs` for what is under way, then aborts it and waits for its end. */
  async close(graceMs: number): Promise<void> {
    this.#isOpen = false
    await this.#waitUntilEmpty(graceMs)
    for (const controller of this.#controllers) controller.abort(serviceStopping())
    await this.#waitUntilEmpty(LAST_WAIT_MS)
  }

  #release(controller: AbortController): void {
    this.#controllers.delete(controller)
    if (this.#controllers.size === 0) this.#onEmpty?.()
  }

  async #waitUntilEmpty(ms: number): Promise<void> {
    if (this.#controllers.size === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onEmpty = resolve
    const timer = setTimeout(resolve, ms)
    await promise
    clearTimeout(timer)
    this.#onEmpty = undefined
  }
}
