import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { TransferProgress } from '../../src-main/contract/library/transfer.ts'
import { useClient } from '../client/use-client.ts'

/** The import of another program's data in this window, running or last. */
export const useLibraryImport = defineStore('library-import', followTransfer)
/** The export of the library in this window, running or last. */
export const useLibraryExport = defineStore('library-export', followTransfer)

function followTransfer() {
  const { transfer } = useClient().library
  const progress = ref<TransferProgress | null>(null)
  const jobId = ref('')
  const isRunning = computed(() => progress.value?.state === 'running')

  /** The answer to a call may arrive after a later event. */
  const accept = (next: TransferProgress): void => {
    const isOver = progress.value !== null && progress.value.state !== 'running'
    if (next.jobId === jobId.value && !isOver) progress.value = next
  }
  /** Progress that was reported before the job's id was known is fetched once. */
  const start = async (begin: () => Promise<{ jobId: string }>): Promise<void> => {
    forget()
    jobId.value = (await begin()).jobId
    accept(await transfer.status({ jobId: jobId.value }))
  }
  const cancel = async (): Promise<void> => {
    if (jobId.value !== '') await transfer.cancel({ jobId: jobId.value })
  }
  const forget = (): void => {
    jobId.value = ''
    progress.value = null
  }

  return { progress, jobId, isRunning, accept, start, cancel, forget }
}
