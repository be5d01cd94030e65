import type { Text } from '../../contract/sentences/text.ts'
import type { AnalysisStatus } from '../../contract/library/analysis-status.ts'
import type { EventHub } from '../events/event-hub.ts'
import { Throttle } from '../events/throttle.ts'
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

/** Publishes the status a few times a second while it changes, and not at all otherwise. */
export class StatusPublisher {
  readonly #hub: Pick<EventHub, 'publish'>
  readonly #status: () => AnalysisStatus
  readonly #throttle: Throttle
  /** What was published last, as text. */
  #last = ''
  #isClosed = false

  constructor(hub: Pick<EventHub, 'publish'>, status: () => AnalysisStatus, everyMs = PUBLISH_MS) {
    this.#hub = hub
    this.#status = status
    this.#throttle = new Throttle(() => this.#publish(), everyMs)
  }

  /** The status may have changed. */
  schedule(): void {
    // Parts that work while the library closes still report progress; the status cannot be read then.
    if (!this.#isClosed) this.#throttle.schedule()
  }

  close(): void {
    this.#isClosed = true
    this.#throttle.cancel()
  }

  #publish(): void {
    const status = this.#status()
    const text = JSON.stringify(status)
    if (text === this.#last) return
    this.#last = text
    this.#hub.publish({ type: 'analysis.changed', status })
  }
}
