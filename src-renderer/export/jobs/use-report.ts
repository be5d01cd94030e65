import { computed, ref, shallowRef, watch } from 'vue'
import type { ExportJob, ExportReport } from '../../../src-main/contract/library/export-job.ts'
import type { JobId } from '../../../src-main/contract/library/ids.ts'
import { describeError } from '../../client/describe-error.ts'
import { useClient } from '../../client/use-client.ts'
import { CallOrder } from '../../client/call-order.ts'
import { useExports } from './use-exports.ts'

/** The report of a job, updated while the job runs. */
export function useReport(jobId: () => JobId | null) {
  const { library } = useClient()
  const exports = useExports()
  const order = new CallOrder()
  const report = shallowRef<ExportReport | null>(null)
  const problem = ref('')
  /** The newest state of the job: events arrive before the next report. */
  const job = computed<ExportJob | null>(() => exports.byId.get(jobId() ?? '') ?? report.value?.job ?? null)

  const load = async (): Promise<void> => {
    const id = jobId()
    const isLatest = order.start()
    if (id === null) report.value = null
    else {
      try {
        const next = await library.exports.report({ jobId: id })
        if (isLatest()) [report.value, problem.value] = [next, '']
      } catch (error) {
        if (isLatest()) problem.value = describeError(error)
      }
    }
  }
  watch(jobId, () => {
    report.value = null
    problem.value = ''
  })
  watch([jobId, () => job.value?.state, () => job.value?.failed, () => job.value?.skipped], () => void load(), {
    immediate: true,
  })
  return { report, job, problem }
}
