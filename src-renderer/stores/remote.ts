import { t } from '../locales/messages.ts'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { RemoteCredentials, RemoteState, SecretKeeping } from '../../src-main/contract/library/remote.ts'
import { useClient } from '../client/use-client.ts'
import { useEngineChoice } from './engine-choice.ts'
import { useServiceTest } from './service-test.ts'
import { useToasts } from './toasts.ts'

const initialState: RemoteState = {
  condition: 'off',
  message: '',
  version: null,
  concurrency: 1,
  spent: 0,
  hasCredentials: false,
  keptIn: 'nowhere',
}

/** Where photos are analysed, and the state of the remote service. The secret passes through and is not kept here. */
export const useRemote = defineStore('remote', () => {
  const { library } = useClient()
  const toasts = useToasts()
  const state = ref<RemoteState>(initialState)
  const keeping = shallowRef<SecretKeeping>({ place: 'nowhere', note: '', problem: '', shortKey: '' })
  const { choice, problem, load: loadChoice, change, set, flush } = useEngineChoice(library)
  const { outcome, test, forgetOutcome } = useServiceTest(library, flush)
  const isRemote = computed(() => choice.value.engine === 'remote')

  const accept = (next: RemoteState): void => {
    state.value = next
  }
  const loadKeeping = async (): Promise<void> => {
    keeping.value = await library.remote.keeping()
  }
  const loadState = async (): Promise<void> => accept(await library.remote.state())
  const load = async (): Promise<void> => {
    await Promise.all([loadChoice(), loadState(), loadKeeping()])
  }
  const setCredentials = (credentials: RemoteCredentials): Promise<boolean> =>
    toasts.attempt(t('stores.keyNotKept'), async () => {
      accept(await library.remote.setCredentials(credentials))
      await loadKeeping()
    })
  const forgetCredentials = (): Promise<boolean> =>
    toasts.attempt(t('stores.keyNotForgotten'), async () => {
      accept(await library.remote.forgetCredentials())
      forgetOutcome()
      await loadKeeping()
    })
  const retry = (): Promise<boolean> =>
    toasts.attempt(t('stores.notAskedAgain'), async () => accept(await library.remote.retry()))

  const ofChoice = { choice, problem, isRemote, change, set }
  const ofService = { state, outcome, test, forgetOutcome, accept, retry }
  return { ...ofChoice, ...ofService, keeping, load, setCredentials, forgetCredentials }
})
