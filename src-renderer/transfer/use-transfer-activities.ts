import { translateSentence } from '../locales/translate-sentence.ts'
import { t } from '../locales/messages.ts'
import type { Activity, ActivitySource } from '../activity/use-activities.ts'
import { usePanels } from '../navigation/use-panels.ts'
import { useLibraryExport, useLibraryImport } from './transfer.ts'
import { describeStep } from './import-words.ts'

type Job = Pick<ReturnType<typeof useLibraryImport>, 'progress' | 'cancel' | 'forget'>

/** Imports from other programs, and exports of the whole library. */
export function useTransferActivities(): ActivitySource {
  const panels = usePanels(),
    imports = useLibraryImport(),
    exports = useLibraryExport()
  const open = (kind: 'import' | 'export'): void => {
    panels.transfer = kind
  }
  return () => [
    ...describeJob(imports, t('activity.import'), () => open('import')),
    ...describeJob(exports, t('activity.libraryExport'), () => open('export')),
  ]
}

/** The dialog shows the full result of a finished job; only errors stay here, too. */
function describeJob(job: Job, title: string, show: () => void): Activity[] {
  const { progress } = job
  if (progress === null || progress.state === 'done' || progress.state === 'cancelled') return []
  const isRunning = progress.state === 'running'
  const activity: Activity = {
    id: `transfer-${progress.jobId}`,
    title,
    state: isRunning ? 'running' : 'failed',
    done: progress.done,
    total: progress.total,
    show: { label: t('activity.open'), run: show },
    ...(isRunning && { detail: describeStep(progress).title }),
    ...(progress.problem !== null && { problem: translateSentence(progress.problem) }),
    // A change of the library is not cancelled but undone.
    ...(isRunning && progress.step !== 'changing' && { cancel: job.cancel }),
    ...(!isRunning && { dismiss: job.forget }),
  }
  return [activity]
}
