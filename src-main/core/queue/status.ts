import type { AnalysisStatus } from '../../contract/library/analysis-status.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { QueueProgress } from './analysis-queue.ts'

type ScanProgress = { isScanning: boolean; scanned: number }

/** Joins what the scans and the pump say into the status a person sees; `reason` is asked why photos wait. */
export function joinStatus(scan: ScanProgress, pump: QueueProgress, reason: () => string = () => ''): AnalysisStatus {
  const isToDo = pump.queue === 'running' && pump.pending > 0 && !pump.isWaiting
  const state =
    pump.queue === 'paused' ? 'paused' : scan.isScanning ? 'scanning' : pump.isWorking || isToDo ? 'analysing' : 'idle'
  const perSecond = Math.round(pump.perSecond * 100) / 100
  return {
    state,
    scanned: scan.isScanning ? scan.scanned : 0,
    total: pump.analysed + pump.failed + pump.pending,
    analysed: pump.analysed,
    failed: pump.failed,
    pending: pump.pending,
    perSecond,
    secondsLeft: perSecond > 0 ? Math.ceil(pump.pending / perSecond) : pump.pending === 0 ? 0 : null,
    ...(pump.isWaiting ? { waiting: reason() } : {}),
  }
}

/** Tells windows about the status a few times a second while it changes, and not at all otherwise. */
export function createStatusPublisher(
  hub: Pick<EventHub, 'publish'>,
  status: () => AnalysisStatus,
  everyMs = 250,
): { tell(): void; close(): void } {
  let timer: NodeJS.Timeout | null = null
  let last = ''
  const send = () => {
    timer = null
    const present = status()
    const text = JSON.stringify(present)
    if (text === last) return
    last = text
    hub.publish({ type: 'analysis.changed', status: present })
  }
  return {
    tell() {
      timer ??= setTimeout(send, everyMs)
    },
    close() {
      if (timer !== null) clearTimeout(timer)
    },
  }
}
