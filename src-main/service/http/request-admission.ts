import type { ServiceError } from '../errors/service-error.ts'
import { serviceStopping } from '../errors/unavailable.ts'

/** An admitted request. `release` is called once, however the request ends. */
export type AdmittedRequest = {
  /**
   * Aborted when the client leaves, when its body stops arriving, or when the service cannot wait any longer; the
   * reason becomes the answer. It ends all work for the request.
   */
  signal: AbortSignal
  abort(reason: ServiceError): void
  release(): void
}

/** How long aborted requests have to release their files. */
const LAST_WAIT_MS = 2000

/** Counts active requests, and lets them finish when the service stops. */
export class RequestAdmission {
  readonly #controllers = new Set<AbortController>()
  #isOpen = true
  #isDraining = false
  #onEmpty: (() => void) | undefined

  /** Whether requests are admitted. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Whether balancers are asked to send no more, while their requests are still served. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Number of active requests. */
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

  /** Continues to admit requests, for balancers that have not noticed yet; connections are no longer kept alive. */
  drain(): void {
    this.#isDraining = true
  }

  /** Admits no more requests, waits at most `graceMs` for active ones, then aborts them and waits for their end. */
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
