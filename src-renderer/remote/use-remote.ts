import { say } from '../../src-main/contract/sentences/say.ts'
import { t } from '../locales/messages.ts'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type {
  RemoteCredentials,
  RemoteState,
  SecretKeeping,
  EngineChoice,
  EngineChoiceChange,
  RemoteTest,
} from '../../src-main/contract/library/remote.ts'
import { useClient } from '../client/use-client.ts'
import { useToasts } from '../client/use-toasts.ts'
import type { Client } from '../client/connection.ts'
import { describeError } from '../client/describe-error.ts'
import { useDelayedSave } from '../client/delayed-save.ts'
import { CallOrder } from '../client/call-order.ts'

const initialState: RemoteState = {
  condition: 'off',
  message: null,
  version: null,
  concurrency: 1,
  spent: 0,
  hasCredentials: false,
  keptIn: 'nowhere',
}

/** Where photos are analysed, and the state of the remote service. The secret is passed on and not stored here. */
export const useRemote = defineStore('remote', () => {
  const { library } = useClient()
  const toasts = useToasts()
  const state = ref<RemoteState>(initialState)
  const keeping = shallowRef<SecretKeeping>({
    place: 'nowhere',
    note: say('remote.forgotten'),
    problem: null,
    shortKey: '',
  })
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
    toasts.attempt(t('remote.keyNotKept'), async () => {
      accept(await library.remote.setCredentials(credentials))
      await loadKeeping()
    })
  const forgetCredentials = (): Promise<boolean> =>
    toasts.attempt(t('remote.keyNotForgotten'), async () => {
      accept(await library.remote.forgetCredentials())
      forgetOutcome()
      await loadKeeping()
    })
  const retry = (): Promise<boolean> =>
    toasts.attempt(t('remote.notAskedAgain'), async () => accept(await library.remote.retry()))

  const ofChoice = { choice, problem, isRemote, change, set }
  const ofService = { state, outcome, test, forgetOutcome, accept, retry }
  return { ...ofChoice, ...ofService, keeping, load, setCredentials, forgetCredentials }
})

const SAVE_AFTER_MS = 500

const initialChoice: EngineChoice = {
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

/** Where photos are analysed and what is requested from the service. `problem` is why the last change was refused. */
function useEngineChoice(library: Client['library']) {
  const choice = ref<EngineChoice>(initialChoice)
  const problem = ref('')

  const accept = (next: EngineChoice): void => {
    choice.value = { ...next, ...saving.unsaved() }
  }
  const send = async (change: EngineChoiceChange): Promise<boolean> => {
    try {
      accept(await library.remote.setChoice(change))
      problem.value = ''
      return true
    } catch (error) {
      problem.value = describeError(error)
      return false
    }
  }
  const load = async (): Promise<void> => accept(await library.remote.choice())
  const saving = useDelayedSave<EngineChoice>(
    async (part) => {
      if (!(await send(part))) await load()
    },
    { delayMs: SAVE_AFTER_MS },
  )

  /** Shows a change at once and saves it a moment later; for sliders and text fields. */
  const change = (part: Partial<EngineChoice>): void => {
    saving.add(part)
    choice.value = { ...choice.value, ...part }
  }
  /** Saves now, with all unsaved changes. Returns whether it was accepted. */
  const set = async (part: EngineChoiceChange): Promise<boolean> => {
    await saving.flush()
    return send(part)
  }

  return { choice, problem, load, change, set, flush: saving.flush }
}

/** The result of the last test of the service. */
type TestOutcome =
  | { kind: 'none' }
  | { kind: 'running' }
  | { kind: 'answered'; answer: RemoteTest }
  | { kind: 'failed'; problem: string }

/** Tests the remote service; `prepare` runs first and saves what the test depends on. */
function useServiceTest(library: Client['library'], prepare: () => Promise<void>) {
  const outcome = shallowRef<TestOutcome>({ kind: 'none' })
  const order = new CallOrder()

  const call = (): Promise<TestOutcome> =>
    library.remote.test().then(
      (answer) => ({ kind: 'answered' as const, answer }),
      (error: unknown) => ({ kind: 'failed' as const, problem: describeError(error) }),
    )
  /** Calls the service. The answer is dropped if a later test was started. */
  const test = async (): Promise<void> => {
    await prepare()
    const isLatest = order.start()
    outcome.value = { kind: 'running' }
    const result = await call()
    if (isLatest()) outcome.value = result
  }
  const forgetOutcome = (): void => {
    order.invalidate()
    outcome.value = { kind: 'none' }
  }

  return { outcome, test, forgetOutcome }
}
