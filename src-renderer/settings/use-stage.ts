import { labelled } from '../locales/messages.ts'
import type { Stage } from '../../src-main/contract/library/settings.ts'
import { useSetting } from './use-settings.ts'

/** Every stage with its name, in the order in which the key cycles through them. */
export const stages = [
  labelled({ label: 'settings.stageTheme' }, { value: 'theme' }),
  labelled({ label: 'settings.stageBlack' }, { value: 'black' }),
  labelled({ label: 'settings.stageDark' }, { value: 'dark' }),
  labelled({ label: 'settings.stageGrey' }, { value: 'grey' }),
  labelled({ label: 'settings.stageWhite' }, { value: 'white' }),
] as const satisfies readonly { value: Stage; label: string }[]

/** The background of a photo that is shown large. */
export function useStage() {
  const stage = useSetting('stage')
  const next = (): void => {
    const at = stages.findIndex(({ value }) => value === stage.value)
    stage.value = stages[(at + 1) % stages.length]!.value
  }
  return { stage, next }
}
