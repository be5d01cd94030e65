import { isDiskFull, messageOf, stackOf } from '../../contract/errors.ts'
import type { AnalysisEngine } from '../../engines/engine.ts'
import type { Catalog, PendingPhoto } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'
import { processPhoto, type ProcessParts } from './process-photo.ts'
import { SaveRetries } from './save-retries.ts'
import { createSpeed } from './speed.ts'

/** Whether the person let the queue run, paused it, or cancelled what was in it. */
export type QueueState = 'running' | 'paused' | 'cancelled'

/** Counts of the present batch: from when work last began until nothing is pending. */
export type QueueProgress = {
  queue: QueueState
  isWorking: boolean
  analysed: number
  failed: number
  pending: number
  perSecond: number
  /** All that is pending waits for a service. */ isWaiting: boolean
  /** Why nothing can be saved, as a sentence; null while it can. The queue tries again by itself. */
  problem: string | null
}

/**
 * Hands pending photos to the engine, a few at once, and saves what comes back. Pending rows are the queue, so it can
 * stop at any point. While nothing is pending it holds no timer and runs nothing.
 */
export type AnalysisQueue = {
  /** The library is open: works from now on whenever photos are pending. */
  begin(): void
  /** A person asked for work: what was cancelled is taken up again; a pause stays. */
  start(): void
  /** Goes on if it may; called whenever rows may have become pending. */
  kick(): void
  pause(): void
  resume(): void
  cancel(): void
  /** Photos on screen are analysed first. */
  seeOnScreen(ids: readonly number[]): void
  /** Photos that left the library. */
  forget(ids: readonly number[]): void
  progress(): QueueProgress
  /** Resolves when nothing is pending, or when what is pending was cancelled or waits for a service. */
  idle(): Promise<void>
  /** Lets photos under way finish, changes the engine by `change`, and goes on. */
  whileQuiet(change: () => Promise<void>): Promise<void>
  /** Waits for photos under way, but not longer than `mostMs`. */
  close(mostMs: number): Promise<void>
}

export type AnalysisQueueDependencies = Omit<ProcessParts, 'isOver'> & {
  catalog: Catalog
  engine: AnalysisEngine
  log: Log
  onProgress(): void
}

const STATE_KEY = 'analysis.queue'
const MAX_ON_SCREEN = 500
const MANY = 64

/** Creates the pump; it does nothing before `start` or `kick`. */
export function createAnalysisQueue(parts: AnalysisQueueDependencies): AnalysisQueue {
  const { catalog, engine, log, onProgress } = parts
  const speed = createSpeed()
  const underWay = new Map<number, Promise<void>>()
  /** Photos whose process died once. They run alone, so that a second death has one possible cause. */
  const suspects = new Map<number, PendingPhoto>()
  const alone = new Set<number>()
  let next: PendingPhoto[] = []
  let onScreen: number[] = []
  let queue = (catalog.settings.getState(STATE_KEY) ?? 'running') as QueueState
  let batch = { analysed: 0, failed: 0 }
  let pending: number | null = null
  let isStarted = false
  let isHeld = false
  /** The batch came to its end; its counts stay to be seen until the next one begins. */
  let isBatchDone = true
  let isClosed = false
  /** Nothing may be saved any more. */
  let isOver = false
  let idlers: (() => void)[] = []
  const saves = new SaveRetries(() => guard(kick))

  /** What fails here has no caller who could hear of it. */
  const guard = (work: () => void) => {
    try {
      work()
    } catch (error) {
      hold(error)
    }
  }
  const hold = (error: unknown, photo?: PendingPhoto) => {
    log.warn('Nothing can be saved; photos stay pending', { path: photo?.path, error: stackOf(error) })
    if (photo && alone.has(photo.id)) suspects.set(photo.id, photo)
    saves.noteFailure(error)
    return 'held' as const
  }

  const waiting = () => engine.waiting?.() ?? []
  /** What is pending only waits for a service is no work that could be done. */
  const hasWork = () => countPending() > 0 && (waiting().length === 0 || catalog.analysis.hasPending(waiting()))
  const mayRun = () => isStarted && !isHeld && !isClosed && !saves.isPausing && queue === 'running'
  const countPending = () => (pending ??= catalog.analysis.counts().pending)
  const setQueue = (state: QueueState) => {
    // The time that the queue stood still says nothing about its speed.
    if (queue !== state) speed.reset()
    queue = state
    try {
      catalog.settings.setState(STATE_KEY, state === 'running' ? null : state)
    } catch (error) {
      if (!isDiskFull(error)) throw error
      log.warn('Whether the queue runs could not be saved; it holds until the program ends', {
        error: messageOf(error),
      })
    }
  }
  const refill = () => {
    if (next.length > 0) return
    const busy = new Set([...underWay.keys(), ...suspects.keys()])
    // Passing over those that wait costs more than taking some: then more are taken at once.
    const wanted = waiting().length > 0 ? MANY : engine.concurrency * 2
    next = catalog.analysis.takePending(wanted, { first: onScreen, busy, waiting: waiting() })
  }
  const rest = () => {
    if (underWay.size > 0) return
    if (mayRun()) {
      pending = null
      if (!hasWork()) {
        speed.reset()
        saves.noteSuccess()
        isBatchDone = true
      }
    }
    for (const wake of idlers) wake()
    idlers = []
    onProgress()
  }
  const settleFault = (photo: PendingPhoto, error: unknown) => {
    if (isOver) return 'gone' as const
    // A full disk is not the photo's fault.
    if (isDiskFull(error)) return hold(error, photo)
    // Nothing else about a photo rejects: this is a fault of the program, and the photo must not come again and again.
    log.error('A photo could not be processed', { path: photo.path, error: stackOf(error) })
    try {
      if (catalog.photos.exists(photo.id))
        catalog.analysis.saveOutcome(photo.id, photo.steps, {
          ok: false,
          code: 'crashed',
          reason: 'An unexpected error stopped the analysis. Details are in the log.',
        })
      return 'failed' as const
    } catch (second) {
      return hold(second, photo)
    }
  }
  const run = async (photo: PendingPhoto) => {
    const result = await processPhoto(photo, { ...parts, isOver: () => isOver }).catch((error: unknown) =>
      settleFault(photo, error),
    )
    if (isOver || result === 'held') return
    if (result !== 'gone') saves.noteSuccess()
    if (result === 'waiting') pending = null
    else if (result === 'again') suspects.set(photo.id, photo)
    else if (pending !== null) pending = Math.max(0, pending - 1)
    if (result === 'analysed' || result === 'failed') {
      batch[result] += 1
      speed.note()
    }
    onProgress()
  }
  const begin = (photo: PendingPhoto) => {
    suspects.delete(photo.id)
    if (isBatchDone) batch = { analysed: 0, failed: 0 }
    isBatchDone = false
    const done = run(photo)
      .catch(hold)
      .then(() => {
        underWay.delete(photo.id)
        alone.delete(photo.id)
        guard(fill)
      })
    underWay.set(photo.id, done)
  }
  const fill = (): void => {
    if (!mayRun()) return rest()
    const isAlone = [...underWay.keys()].some((id) => alone.has(id))
    // After a save that failed, one photo shows whether the next one succeeds.
    const places = saves.problem === null ? engine.concurrency : 1
    while (!isAlone && underWay.size < places) {
      refill()
      const photo = next.shift()
      if (photo === undefined) break
      if (!underWay.has(photo.id) && !suspects.has(photo.id)) begin(photo)
    }
    const suspect = suspects.values().next().value
    if (underWay.size === 0 && suspect !== undefined) {
      alone.add(suspect.id)
      begin(suspect)
    } else if (underWay.size === 0) rest()
  }
  const kick = () => {
    pending = null
    if (mayRun()) fill()
    onProgress()
  }
  const drain = async () => {
    while (underWay.size > 0) await Promise.all(underWay.values())
  }
  return {
    begin() {
      isStarted = true
      kick()
    },
    start() {
      isStarted = true
      saves.endPause()
      if (queue === 'cancelled') setQueue('running')
      kick()
    },
    kick,
    pause() {
      setQueue('paused')
      next = []
      onProgress()
    },
    resume() {
      isStarted = true
      saves.endPause()
      setQueue('running')
      kick()
    },
    cancel() {
      setQueue('cancelled')
      next = []
      rest()
    },
    seeOnScreen(ids) {
      onScreen = [...new Set([...ids, ...onScreen])].slice(0, MAX_ON_SCREEN)
      next = []
    },
    forget(ids) {
      const gone = new Set(ids)
      next = next.filter((photo) => !gone.has(photo.id))
      for (const id of ids) suspects.delete(id)
      kick()
    },
    progress: () => ({
      queue,
      isWorking: underWay.size > 0,
      ...batch,
      pending: countPending(),
      perSecond: speed.perSecond(),
      isWaiting: underWay.size === 0 && countPending() > 0 && !hasWork(),
      problem: saves.problem,
    }),
    async idle() {
      isStarted = true
      kick()
      while (!isClosed && queue !== 'cancelled' && (underWay.size > 0 || hasWork()))
        await new Promise<void>((resolve) => idlers.push(resolve))
    },
    async whileQuiet(change) {
      isHeld = true
      try {
        await drain()
        await change()
      } finally {
        isHeld = false
        next = []
        kick()
      }
    },
    async close(mostMs) {
      isClosed = true
      saves.close()
      next = []
      for (const wake of idlers) wake()
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, mostMs)
      })
      await Promise.race([drain(), patience])
      clearTimeout(timer)
      isOver = true
    },
  }
}
