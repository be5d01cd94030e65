import { translateSentence } from '../locales/translate-sentence.ts'
import { t } from '../locales/messages.ts'
import type { Activity, ActivitySource } from '../activity/use-activities.ts'
import { useAnalysis } from './use-analysis.ts'
import { describeProgress } from './describe-progress.ts'

/** Scanning and analysing, or what follows of it, while there is something to do. */
export function useAnalysisActivity(): ActivitySource {
  const analysis = useAnalysis()
  return () => {
    const { status } = analysis
    if (status.state === 'idle' && status.pending === 0) return measuring(analysis)
    const { title, speed } = describeProgress(status)
    const done = status.analysed + status.failed
    const total = Math.max(status.total, done + status.pending)
    const isStanding = status.state === 'paused' || status.state === 'idle'
    const activity: Activity = {
      id: 'analysis',
      title: isStanding ? t('activity.analysis') : title,
      state: isStanding ? 'paused' : 'running',
      done,
      total: total === 0 ? null : total,
      secondsLeft: status.secondsLeft,
      ...(total === 0 ? { detail: t('activity.filesSeen', { count: status.scanned }) } : speed && { detail: speed }),
      ...(status.problem === undefined
        ? status.waiting && { detail: translateSentence(status.waiting) }
        : { problem: translateSentence(status.problem) }),
      ...(isStanding ? { resume: analysis.resume } : { pause: analysis.pause }),
      ...(status.state !== 'idle' && { cancel: analysis.cancel }),
    }
    return [activity]
  }
}

/** Nobody waits for it, so that it is shown only while it runs. */
function measuring({ status, pause }: ReturnType<typeof useAnalysis>): Activity[] {
  if (status.late?.isRunning !== true) return []
  const detail = t('analysis.photosLeft', { count: status.late.photos })
  return [{ id: 'measuring', title: t('analysis.measuring'), state: 'running', done: 0, total: null, detail, pause }]
}
