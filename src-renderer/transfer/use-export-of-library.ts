import { computed, ref } from 'vue'
import type { LibraryExportOrder } from '../../src-main/contract/library/transfer.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { useExportTarget } from '../export/use-export-target.ts'
import { translateSentence } from '../locales/translate-sentence.ts'
import { useLibraryExport } from './transfer.ts'

/** An export of the entire library: its format and folder, and the job. It continues while its dialog is closed. */
export function useExportOfLibrary() {
  const { library } = useClient()
  const job = useLibraryExport()
  const target = useExportTarget()
  const format = ref<LibraryExportOrder['format']>('xmp')
  const refused = ref('')
  /** Why nothing was written: the library's answer, or an error on the way. */
  const problem = computed(() => refused.value || translateSentence(job.progress?.problem ?? null))
  const isOver = computed(() => job.progress?.state === 'done')

  const start = async (): Promise<void> => {
    refused.value = ''
    if (job.isRunning || !(await target.ensureTarget())) return
    const targetId = target.target.value?.id ?? ''
    try {
      await job.start(() => library.transfer.startExport({ targetId, format: format.value }))
    } catch (error) {
      refused.value = describeError(error)
    }
  }
  return { job, target, format, problem, isOver, start }
}
