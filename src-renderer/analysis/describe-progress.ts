import type { AnalysisStatus } from '../../src-main/contract/library/analysis-status.ts'
import { writeDuration } from '../words/wording.ts'

export type Progress = { title: string; percent: number; done: string; speed: string; left: string }

const titles: Record<AnalysisStatus['state'], string> = {
  idle: 'Analysis stopped',
  scanning: 'Scanning folders',
  analysing: 'Analysing',
  paused: 'Paused',
}
const write = (count: number): string => count.toLocaleString('en')

function titleOf({ state, waiting, problem }: AnalysisStatus): string {
  if (state === 'paused') return titles.paused
  if (problem !== undefined) return 'Nothing can be saved'
  return waiting === undefined ? titles[state] : 'Waiting for the service'
}

/** The state of the work in words: `312 of 1,204`, `8.4 photos/s`, `2 min left`. */
export function describeProgress(status: AnalysisStatus): Progress {
  const finished = status.analysed + status.failed
  const total = Math.max(status.total, finished + status.pending)
  const isWorking = status.state === 'analysing' || status.state === 'scanning'
  const left =
    status.state === 'analysing' && status.secondsLeft !== null ? `${writeDuration(status.secondsLeft)} left` : ''
  return {
    title: titleOf(status),
    percent: total === 0 ? 0 : Math.min(100, Math.round((finished / total) * 100)),
    done:
      status.state === 'scanning' && total === 0
        ? `${write(status.scanned)} files seen`
        : `${write(Math.min(finished, total))} of ${write(total)}`,
    speed:
      status.perSecond > 0 && isWorking
        ? `${status.perSecond >= 10 ? Math.round(status.perSecond) : status.perSecond.toFixed(1)} photos/s`
        : '',
    left: status.state === 'scanning' && status.scanned > 0 && total > 0 ? `${write(status.scanned)} files seen` : left,
  }
}
