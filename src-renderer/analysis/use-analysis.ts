import { t } from '../locales/messages.ts'
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { AnalysisStatus } from '../../src-main/contract/library/analysis-status.ts'
import { useClient } from '../client/use-client.ts'
import { useToasts } from '../client/use-toasts.ts'

/** The progress of the analysis, and how a person can control it. */
export const useAnalysis = defineStore('analysis', () => {
  const { library } = useClient()
  const toasts = useToasts()
  const status = ref<AnalysisStatus>({
    state: 'idle',
    scanned: 0,
    total: 0,
    analysed: 0,
    failed: 0,
    pending: 0,
    perSecond: 0,
    secondsLeft: null,
  })

  const accept = (next: AnalysisStatus): void => {
    status.value = next
  }
  const load = async (): Promise<void> => accept(await library.analysis.status())
  const pause = () => toasts.attempt(t('analysis.notPaused'), () => library.analysis.pause())
  const resume = () => toasts.attempt(t('analysis.notResumed'), () => library.analysis.resume())
  const cancel = () => toasts.attempt(t('analysis.notCancelledAnalysis'), () => library.analysis.cancel())
  const retryFailed = () => toasts.attempt(t('analysis.notRetried'), () => library.analysis.retryFailed())

  return { status, accept, load, pause, resume, cancel, retryFailed }
})
