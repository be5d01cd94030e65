import { ref } from 'vue'
import type { EngineChoice, EngineChoiceChange } from '../../src-main/contract/library/remote.ts'
import type { Client } from '../client/connection.ts'
import { describeError } from '../client/describe-error.ts'
import { useDelayedSave } from './delayed-save.ts'

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

/** Where photos are analysed and what the service is asked for. `problem` says why the last change was refused. */
export function useEngineChoice(library: Client['library']) {
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
  /** Saves now, with everything that is not saved yet. Returns whether it was accepted. */
  const set = async (part: EngineChoiceChange): Promise<boolean> => {
    await saving.flush()
    return send(part)
  }

  return { choice, problem, load, change, set, flush: saving.flush }
}
