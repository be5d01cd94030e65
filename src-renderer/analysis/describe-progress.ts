import { labelled, t } from '../locales/messages.ts'
import { writeNumber } from '../locales/formats.ts'
import type { AnalysisStatus } from '../../src-main/contract/library/analysis-status.ts'
import { writeDecimal, writeDuration } from '../words/wording.ts'

export type Progress = { title: string; percent: number; done: string; speed: string; left: string }

const titles: Record<AnalysisStatus['state'], string> = labelled({
  idle: 'analysis.stopped',
  scanning: 'analysis.scanning',
  analysing: 'analysis.analysing',
  paused: 'analysis.paused',
})

function titleOf({ state, waiting, problem }: AnalysisStatus): string {
  if (state === 'paused') return titles.paused
  if (problem !== undefined) return t('analysis.waiting')
  return waiting === undefined ? titles[state] : t('analysis.waitingService')
}

/** Describes progress: `312 of 1,204`, `8.4 photos/s`, `2 min left`. */
export function describeProgress(status: AnalysisStatus): Progress {
  const finished = status.analysed + status.failed
  const total = Math.max(status.total, finished + status.pending)
  const isWorking = status.state === 'analysing' || status.state === 'scanning'
  const left =
    status.state === 'analysing' && status.secondsLeft !== null
      ? t('analysis.timeLeft', { time: writeDuration(status.secondsLeft) })
      : ''
  return {
    title: titleOf(status),
    percent: total === 0 ? 0 : Math.min(100, Math.round((finished / total) * 100)),
    done:
      status.state === 'scanning' && total === 0
        ? t('analysis.filesSeen', { count: status.scanned })
        : t('analysis.doneOf', { done: Math.min(finished, total), total }),
    speed:
      status.perSecond > 0 && isWorking
        ? t('analysis.perSecond', {
            count: status.perSecond >= 10 ? writeNumber(Math.round(status.perSecond)) : writeDecimal(status.perSecond),
          })
        : '',
    left:
      status.state === 'scanning' && status.scanned > 0 && total > 0
        ? t('analysis.filesSeen', { count: status.scanned })
        : left,
  }
}
