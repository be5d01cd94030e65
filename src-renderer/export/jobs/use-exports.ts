import { translateSentence } from '../../locales/translate-sentence.ts'
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type {
  CollisionAnswer,
  ExportJob,
  ExportOrder,
  ExportState,
} from '../../../src-main/contract/library/export-job.ts'
import type { JobId } from '../../../src-main/contract/library/ids.ts'
import { useClient } from '../../client/use-client.ts'
import { t } from '../../locales/messages.ts'
import { usePanels } from '../../navigation/use-panels.ts'
import { usePersonChanges } from '../../photos/person-changes.ts'
import { useToasts } from '../../client/use-toasts.ts'

/** Older ones are in the library, but not in the window. */
const MAX_SHOWN = 30
const activeStates: ReadonlySet<ExportState> = new Set(['queued', 'running'])

/** Exports as jobs of the library: the running ones, and the last finished ones. */
export const useExports = defineStore('exports', () => {
  const { exports } = useClient().library
  const toasts = useToasts()
  const jobs = shallowRef<readonly ExportJob[]>([])
  const byId = computed(() => new Map(jobs.value.map((job) => [job.jobId, job])))
  const isActive = (jobId: JobId): boolean => activeStates.has(byId.value.get(jobId)?.state ?? 'done')
  const tellEnd = useEndNotice()

  const load = async (): Promise<void> => {
    jobs.value = await exports.list({ limit: MAX_SHOWN })
  }
  const accept = (job: ExportJob): void => {
    const before = byId.value.get(job.jobId)
    jobs.value = before
      ? jobs.value.map((each) => (each.jobId === job.jobId ? job : each))
      : [job, ...jobs.value].slice(0, MAX_SHOWN)
    if (before && activeStates.has(before.state) && !activeStates.has(job.state)) tellEnd(job)
  }
  /** Rejects with what is wrong with the order. */
  const start = async (order: ExportOrder): Promise<ExportJob> => {
    const job = await exports.start(order)
    if (!byId.value.has(job.jobId)) accept(job)
    return job
  }
  const act = (title: string, work: () => Promise<unknown>): Promise<boolean> => toasts.attempt(title, work)
  const cancel = (jobId: JobId) =>
    act(t('exportJobs.notCancelled'), async () => accept(await exports.cancel({ jobId })))
  const resume = (jobId: JobId) => act(t('exportJobs.notResumed'), async () => accept(await exports.resume({ jobId })))
  const answer = (given: CollisionAnswer) =>
    act(t('exportJobs.notAnswered'), async () => accept(await exports.answer(given)))
  const forget = (jobId: JobId) =>
    act(t('exportJobs.notForgotten'), async () => {
      await exports.forget({ jobId })
      jobs.value = jobs.value.filter((job) => job.jobId !== jobId)
    })
  const undo = useUndo(accept)

  return { jobs, byId, isActive, load, accept, start, cancel, resume, answer, forget, undo }
})

/** Removes what a job wrote, and shows a notice with Undo. */
function useUndo(accept: (job: ExportJob) => void): (jobId: JobId) => Promise<boolean> {
  const { exports } = useClient().library
  const toasts = useToasts(),
    changes = usePersonChanges()
  return (jobId) =>
    toasts.attempt(t('exportJobs.notUndone'), async () => {
      changes.tellDone(await exports.undo({ jobId }))
      accept(await exports.get({ jobId }))
    })
}

/** Shows a notice that an export has finished, or waits for the person, with its report. */
function useEndNotice(): (job: ExportJob) => void {
  const toasts = useToasts(),
    panels = usePanels()
  return (job) => {
    if (job.state === 'cancelled' || job.state === 'interrupted' || job.state === 'undone') return
    if (panels.exportReportOf === job.jobId) return
    const counts = job.kind === 'contact-sheet' ? 'exportJobs.sheetCounts' : 'exportJobs.counts'
    toasts.show({
      // Failures on the way stay in the activity list: a permanent notice would cover the next dialog.
      kind: job.state === 'failed' ? 'error' : 'info',
      title: job.state === 'asking' ? t('exportJobs.asks', { count: job.asking }) : t('exportJobs.isOver'),
      detail: translateSentence(job.problem) || t(counts, { written: job.written, failed: job.failed }),
      action: {
        label: t('exportJobs.report'),
        run: () => {
          panels.exportReportOf = job.jobId
        },
      },
      about: `export-${job.jobId}`,
    })
  }
}
