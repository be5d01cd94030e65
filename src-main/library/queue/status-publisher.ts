import type { Text } from '../../contract/sentences/text.ts'
import type { AnalysisStatus } from '../../contract/library/analysis-status.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { QueueProgress } from './analysis-queue.ts'

type ScanProgress = { isScanning: boolean; scanned: number }

/** Joins the progress of scans and analysis into the status that a person sees; `reason` says why photos wait. */
export function joinStatus(
  scan: ScanProgress,
  queue: QueueProgress,
  reason: () => Text | null = () => null,
): AnalysisStatus {
  const hasWork = queue.queue === 'running' && queue.pending > 0 && !queue.isWaiting && queue.problem === null
  const state =
    queue.queue === 'paused'
      ? 'paused'
      : scan.isScanning
        ? 'scanning'
        : queue.isWorking || hasWork
          ? 'analysing'
          : 'idle'
  const perSecond = Math.round(queue.perSecond * 100) / 100
  const waiting = queue.isWaiting ? reason() : null
  return {
    state,
    scanned: scan.isScanning ? scan.scanned : 0,
    total: queue.analysed + queue.failed + queue.pending,
    analysed: queue.analysed,
    failed: queue.failed,
    pending: queue.pending,
    ...(queue.late === 0 ? {} : { late: { photos: queue.late, isRunning: queue.isFollowing } }),
    perSecond,
    secondsLeft: perSecond > 0 ? Math.ceil(queue.pending / perSecond) : queue.pending === 0 ? 0 : null,
    ...(waiting === null ? {} : { waiting }),
    ...(queue.problem === null ? {} : { problem: queue.problem }),
  }
}

/** Windows are notified of the status at most this often. */
const PUBLISH_MS = 250

/**
 * Publishes the status a few times a second while it changes, and not at all otherwise. The first change is published
 * at once, so that a window which shows a new folder already knows of its scan.
 */
export class StatusPublisher {
  readonly #hub: Pick<EventHub, 'publish'>
  readonly #status: () => AnalysisStatus
  readonly #everyMs: number
  /** What was published last, as text. */
  #last = ''
  /** Runs for a while after each publication. */
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(hub: Pick<EventHub, 'publish'>, status: () => AnalysisStatus, everyMs = PUBLISH_MS) {
    this.#hub = hub
    this.#status = status
    this.#everyMs = everyMs
  }

  /** The status may have changed. */
  schedule(): void {
    // Parts that work while the library closes still report progress; the status cannot be read then.
    if (!this.#isClosed && this.#timer === null) this.#publish()
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  /** What changes meanwhile is published later, also what changes right after it was reported. */
  #publish(): void {
    const status = this.#status()
    const text = JSON.stringify(status)
    this.#timer = setTimeout(() => {
      this.#timer = null
      if (JSON.stringify(this.#status()) !== this.#last) this.#publish()
    }, this.#everyMs)
    if (text === this.#last) return
    this.#last = text
    this.#hub.publish({ type: 'analysis.changed', status })
  }
}
