import { ServiceError } from '../errors/service-error.ts'

/** Counts requests under way and lets the last ones finish when the service stops. */
export type Gate = {
  /** Throws 503 with `Retry-After` once the service is stopping. Aborts `signal` when it cannot wait any longer. */
  enter(): { signal: AbortSignal; abort(): void; leave(): void }
  active(): number
  isOpen(): boolean
  /** Lets nothing new in, waits for what is under way for at most `graceMs`, then aborts it and waits for its end. */
  close(graceMs: number): Promise<void>
}

/** What is aborted has this long to let go of its files. */
const LAST_WAIT_MS = 2000

export function createGate(): Gate {
  const controllers = new Set<AbortController>()
  let isOpen = true
  let onEmpty: (() => void) | null = null
  const waitUntilEmpty = async (ms: number) => {
    if (controllers.size === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    onEmpty = resolve
    const timer = setTimeout(resolve, ms)
    await promise
    clearTimeout(timer)
    onEmpty = null
  }
  return {
    enter() {
      if (!isOpen)
        throw new ServiceError(503, 'The service is stopping. Try again in a few seconds.', {
          'retry-after': '5',
          connection: 'close',
        })
      const controller = new AbortController()
      controllers.add(controller)
      return {
        signal: controller.signal,
        abort: () => controller.abort(),
        leave() {
          controllers.delete(controller)
          if (controllers.size === 0) onEmpty?.()
        },
      }
    },
    active: () => controllers.size,
    isOpen: () => isOpen,
    async close(graceMs) {
      isOpen = false
      await waitUntilEmpty(graceMs)
      for (const controller of controllers) controller.abort()
      await waitUntilEmpty(LAST_WAIT_MS)
    },
  }
}
