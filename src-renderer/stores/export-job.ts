import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { ExportProgress, ExportRequest } from '../../src-main/contract/library/export.ts'
import { useClient } from '../client/use-client.ts'

/** The export under way in this window, or the last one. */
export const useExportJob = defineStore('export-job', () => {
  const { library } = useClient()
  const progress = ref<ExportProgress | null>(null)
  const jobId = ref('')

  const accept = (next: ExportProgress): void => {
    if (next.jobId === jobId.value) progress.value = next
  }

  /** Progress that came before the job's id was known is fetched once. */
  const start = async (request: ExportRequest): Promise<void> => {
    progress.value = null
    jobId.value = (await library.export.start(request)).jobId
    accept(await library.export.status({ jobId: jobId.value }))
  }
  const cancel = async (): Promise<void> => {
    if (jobId.value) await library.export.cancel({ jobId: jobId.value })
  }
  const forget = (): void => {
    jobId.value = ''
    progress.value = null
  }

  return { progress, jobId, accept, start, cancel, forget }
})
