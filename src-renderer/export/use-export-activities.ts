import type { ExportJob, ExportState } from '../../src-main/contract/library/export-job.ts'
import { t } from '../locales/messages.ts'
import type { Activity, ActivitySource, ActivityState } from '../activity/use-activities.ts'
import { useExports } from './jobs/use-exports.ts'
import { usePanels } from '../navigation/use-panels.ts'
import { describeJob, titleOfJob } from './jobs/describe-job.ts'

const states: Record<ExportState, ActivityState> = {
  queued: 'running',
  running: 'running',
  asking: 'paused',
  interrupted: 'paused',
  cancelled: 'cancelled',
  failed: 'failed',
  done: 'done',
  undone: 'done',
}
const canGoOn: ReadonlySet<ExportState> = new Set(['interrupted', 'cancelled', 'failed'])

/** Exports, including those of earlier days until they are removed from the list. */
export function useExportActivities(): ActivitySource {
  const exports = useExports(),
    panels = usePanels()
  const describe = (job: ExportJob): Activity => {
    const { jobId, state } = job
    const isActive = state === 'queued' || state === 'running' || state === 'asking'
    const show = { label: t(state === 'asking' ? 'exportJobs.decide' : 'exportJobs.report') }
    return {
      id: `export-${jobId}`,
      title: titleOfJob(job),
      state: states[state],
      done: job.total - waiting(job),
      total: job.total,
      ...describeJob(job),
      secondsLeft: job.secondsLeft,
      ...(isActive && { cancel: () => exports.cancel(jobId) }),
      ...(canGoOn.has(state) && { resume: () => exports.resume(jobId) }),
      show: {
        ...show,
        run: () => {
          panels.exportReportOf = jobId
        },
      },
      ...(!isActive && { dismiss: () => exports.forget(jobId) }),
    }
  }
  return () => exports.jobs.map(describe)
}

const waiting = ({ total, written, skipped, heldBack, failed, asking }: ExportJob): number =>
  Math.max(0, total - written - skipped - heldBack - failed - asking)
