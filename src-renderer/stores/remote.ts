import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type {
  EngineChoice,
  EngineChoiceChange,
  RemoteCredentials,
  RemoteState,
  RemoteTest,
  SecretKeeping,
} from '../../src-main/contract/library/remote.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { saveLater } from './save-later.ts'
import { useToasts } from './toasts.ts'

const SAVE_AFTER_MS = 500

/** What became of the last test of the service. */
export type TestOutcome =
  | { kind: 'none' }
  | { kind: 'running' }
  | { kind: 'answered'; answer: RemoteTest }
  | { kind: 'failed'; problem: string }

const noChoice: EngineChoice = {
  engine: 'local',
  address: '',
  version: 'auto',
  operations: ['tags', 'categories', 'colors', 'faces'],
  categorizer: 'personal_photos',
  uploadSide: 640,
  languages: ['en'],
  monthlyBudget: null,
  fallBack: false,
}
const noState: RemoteState = {
  condition: 'off',
  message: '',
  version: null,
  concurrency: 1,
  spent: 0,
  hasCredentials: false,
  keptIn: 'nowhere',
}

/** Where photos are analysed, and how the remote service stands. The secret passes through and is kept nowhere here. */
export const useRemote = defineStore('remote', () => {
  const { library } = useClient()
  const toasts = useToasts()
  const choice = ref<EngineChoice>(noChoice)
  const state = ref<RemoteState>(noState)
  const keeping = shallowRef<SecretKeeping>({ place: 'nowhere', note: '', problem: '', shortKey: '' })
  const outcome = shallowRef<TestOutcome>({ kind: 'none' })
  /** Why the last change was not taken; empty when it was. */
  const problem = ref('')
  const isRemote = computed(() => choice.value.engine === 'remote')
  let serial = 0

  const take = (next: EngineChoice): void => {
    choice.value = { ...next, ...saving.unsaved() }
  }
  const send = async (part: EngineChoiceChange): Promise<boolean> => {
    try {
      take(await library.remote.setChoice(part))
      problem.value = ''
      return true
    } catch (error) {
      problem.value = describeError(error)
      return false
    }
  }
  const saving = saveLater<EngineChoice>(async (part) => {
    if (!(await send(part))) take(await library.remote.choice())
  }, SAVE_AFTER_MS)

  const accept = (next: RemoteState): void => {
    state.value = next
  }
  const loadKeeping = async (): Promise<void> => {
    keeping.value = await library.remote.keeping()
  }
  const load = async (): Promise<void> => {
    const [nextChoice, nextState] = await Promise.all([library.remote.choice(), library.remote.state(), loadKeeping()])
    take(nextChoice)
    accept(nextState)
  }
  /** Shows at once and is saved a moment later; for sliders and boxes. */
  const change = (part: Partial<EngineChoice>): void => {
    saving.add(part)
    choice.value = { ...choice.value, ...part }
  }
  /** Saves now, with all that is not saved yet. Returns whether it was taken; `problem` says why not. */
  const set = async (part: EngineChoiceChange): Promise<boolean> => {
    await saving.flush()
    return send(part)
  }
  const forgetOutcome = (): void => {
    serial += 1
    outcome.value = { kind: 'none' }
  }

  /** Asks the service; an answer that a later question overtook is not shown. */
  const test = async (): Promise<void> => {
    await saving.flush()
    const mine = (serial += 1)
    outcome.value = { kind: 'running' }
    const found: TestOutcome = await library.remote.test().then(
      (answer) => ({ kind: 'answered' as const, answer }),
      (error: unknown) => ({ kind: 'failed' as const, problem: describeError(error) }),
    )
    if (mine === serial) outcome.value = found
  }
  const setCredentials = (credentials: RemoteCredentials): Promise<boolean> =>
    toasts.attempt('Key and secret not kept', async () => {
      accept(await library.remote.setCredentials(credentials))
      await loadKeeping()
    })
  const forgetCredentials = (): Promise<boolean> =>
    toasts.attempt('Key and secret not forgotten', async () => {
      accept(await library.remote.forgetCredentials())
      forgetOutcome()
      await loadKeeping()
    })
  const retry = (): Promise<boolean> =>
    toasts.attempt('Service not asked again', async () => accept(await library.remote.retry()))

  return {
    choice,
    state,
    keeping,
    outcome,
    problem,
    isRemote,
    load,
    accept,
    change,
    set,
    test,
    forgetOutcome,
    setCredentials,
    forgetCredentials,
    retry,
  }
})
