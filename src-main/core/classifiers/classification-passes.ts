import { setImmediate } from 'node:timers/promises'

/** How far a tagger is through the library. */
export type RoundProgress = { done: number; total: number }

export type ClassificationPassesDependencies = {
  apply(id: string, options: { signal: AbortSignal; onProgress(done: number): void }): Promise<unknown>
  photoCount(): number
  /** A tagger waits, went on or is through; at most ten times a second while it goes on. */
  onProgress(): void
  onError(id: string, error: unknown): void
}

/** Sends taggers through all photos, one after another. */
export type ClassificationPasses = {
  /** Begins soon; a tagger under way begins anew, for it changed. */
  add(id: string): void
  drop(id: string): void
  /** Null for a tagger that is neither under way nor waiting. */
  progressOf(id: string): RoundProgress | null
  idle(): Promise<void>
  /** Stops what is under way; photos not reached yet keep what they had. */
  close(): Promise<void>
}

const TELL_MS = 100

/** Creates the rounds; they hold no timer and run only while taggers wait. */
export function createClassificationPasses({
  apply,
  photoCount,
  onProgress,
  onError,
}: ClassificationPassesDependencies): ClassificationPasses {
  const waiting = new Map<string, RoundProgress>()
  let current: { id: string; progress: RoundProgress; abort: AbortController } | null = null
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  let isClosed = false

  const runOne = async (id: string, progress: RoundProgress) => {
    const abort = new AbortController()
    current = { id, progress, abort }
    let toldAt = 0
    try {
      await apply(id, {
        signal: abort.signal,
        onProgress: (done) => {
          progress.done = done
          if (performance.now() - toldAt < TELL_MS) return
          toldAt = performance.now()
          onProgress()
        },
      })
    } catch (error) {
      if (!abort.signal.aborted) onError(id, error)
    } finally {
      current = null
    }
    if (!isClosed) onProgress()
  }
  const runAll = async () => {
    // The call that asked for it is answered first.
    await setImmediate()
    for (let next = waiting.entries().next(); !next.done && !isClosed; next = waiting.entries().next()) {
      waiting.delete(next.value[0])
      await runOne(...next.value)
    }
    isRunning = false
  }
  const stop = (id: string) => {
    waiting.delete(id)
    if (current?.id === id) current.abort.abort()
  }
  return {
    add(id) {
      if (isClosed) return
      stop(id)
      waiting.set(id, { done: 0, total: photoCount() })
      if (isRunning) return
      isRunning = true
      running = runAll()
    },
    drop: stop,
    progressOf: (id) => waiting.get(id) ?? (current?.id === id ? { ...current.progress } : null),
    idle: async () => {
      while (isRunning && !isClosed) await running
    },
    async close() {
      isClosed = true
      waiting.clear()
      current?.abort.abort()
      await running
    },
  }
}
