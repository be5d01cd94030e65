import { translateSentence } from '../locales/translate-sentence.ts'
import { useLoads } from '../client/use-loads.ts'
import { t } from '../locales/messages.ts'
import type { Activity, ActivitySource } from '../activity/use-activities.ts'
import { useCardImports } from './use-card-imports.ts'
import { usePanels } from '../navigation/use-panels.ts'
import { useToasts } from '../client/use-toasts.ts'

/** Imports from cards. */
export function useCardActivities(): ActivitySource {
  const imports = useCardImports(),
    panels = usePanels(),
    toasts = useToasts(),
    loads = useLoads()
  // Imports that were interrupted before are listed once the library answers.
  void loads.run(imports.load)
  const attempt = (work: () => Promise<unknown>) => void toasts.attempt(t('cards.interruptedTitle'), work)
  return () =>
    imports.shown.map((progress): Activity => {
      const { jobId, state, label, bytesDone, bytesTotal, problem, failures, backupFailures } = progress
      const isOver = state === 'done' || state === 'cancelled'
      const failed = failures.length + backupFailures.length
      const trouble = translateSentence(problem) || (failed > 0 ? t('cards.failed', { count: failed }) : '')
      return {
        id: `card-${jobId}`,
        title: t('cards.running', { label }),
        state: state === 'interrupted' ? 'paused' : state,
        done: bytesDone,
        total: bytesTotal,
        isInBytes: true,
        ...(trouble === '' ? {} : { problem: trouble }),
        ...(state === 'interrupted' ? { resume: () => attempt(() => imports.resume(jobId)) } : {}),
        ...(isOver
          ? { dismiss: () => imports.dismiss(jobId) }
          : { cancel: () => attempt(() => imports.cancel(jobId)) }),
        show: { label: t('activity.open'), run: () => (panels.cardImport = { jobId }) },
      }
    })
}
