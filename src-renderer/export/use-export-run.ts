import { ref } from 'vue'
import type { ExportRequest } from '../../src-main/contract/library/export.ts'
import { describeError } from '../client/describe-error.ts'
import { useExportJob } from '../stores/export-job.ts'

/** Whether files are being written, or were; `problem` says why they could not be. */
export function useExportRun() {
  const job = useExportJob()
  const isStarted = ref(false)
  const problem = ref('')

  /** Goes back to the choices. */
  const reset = (): void => {
    job.forget()
    isStarted.value = false
  }
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      problem.value = describeError(error)
      return false
    }
  }
  const run = async (request: ExportRequest): Promise<void> => {
    isStarted.value = true
    if (!(await attempt(() => job.start(request)))) isStarted.value = false
  }

  return { job, isStarted, problem, reset, attempt, run }
}
