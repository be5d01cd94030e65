import { t } from '../locales/messages.ts'
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { PairChoice, PairState } from '../../src-main/contract/library/models.ts'
import { useClient } from '../client/use-client.ts'
import { useToasts } from '../client/use-toasts.ts'

/** The text-image pair, which finds photos that match a sentence. */
export const usePair = defineStore('pair', () => {
  const { library } = useClient()
  const toasts = useToasts()
  const state = ref<PairState>({ pair: null, offers: [], isInstalling: false, received: 0, total: 0, problem: null })

  const load = async (): Promise<void> => {
    state.value = await library.models.pair()
  }
  const accept = (next: PairState): void => {
    state.value = next
  }
  const install = (choice: PairChoice) =>
    toasts.attempt(t('settings.downloadNotStarted'), () => library.models.installPair(choice))
  const cancel = () => toasts.attempt(t('settings.pairNotCancelled'), () => library.models.cancelPair())
  const remove = () => toasts.attempt(t('settings.pairNotRemoved'), () => library.models.removePair())

  return { state, load, accept, install, cancel, remove }
})
