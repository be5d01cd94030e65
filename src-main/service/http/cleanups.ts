import type { ServiceLog } from '../ports/service-log.ts'

/** Work that is due when a request is over. */
export type Cleanups = {
  /** Done at once where the request is over already. */
  add(work: () => Promise<void>): void
  run(): Promise<void>
}

/** Every piece is done, whatever another does; failures are logged, since the answer stands already. */
export function createCleanups(log: ServiceLog, requestId: string): Cleanups {
  const pending: (() => Promise<void>)[] = []
  let isOver = false
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      log.warn('a file of a request stays behind', { requestId, error: String(error) })
    }
  }
  return {
    add(work) {
      if (isOver) void attempt(work)
      else pending.push(work)
    },
    async run() {
      isOver = true
      await Promise.all(pending.map(attempt))
    },
  }
}
