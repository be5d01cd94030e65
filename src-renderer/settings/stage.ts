import { t } from '../locales/messages.ts'
import type { Stage } from '../../src-main/contract/library/settings.ts'
import { useSetting } from './settings.ts'

/** Every stage with its name, in the order in which the key goes through them. */
export const stages = [
  {
    value: 'theme',
    get label() {
      return t('settings.stageTheme')
    },
  },
  {
    value: 'black',
    get label() {
      return t('settings.stageBlack')
    },
  },
  {
    value: 'dark',
    get label() {
      return t('settings.stageDark')
    },
  },
  {
    value: 'grey',
    get label() {
      return t('settings.stageGrey')
    },
  },
  {
    value: 'white',
    get label() {
      return t('settings.stageWhite')
    },
  },
] as const satisfies readonly { value: Stage; label: string }[]

/** What surrounds a photo that is shown large. */
export function useStage() {
  const stage = useSetting('stage')
  const next = (): void => {
    const at = stages.findIndex(({ value }) => value === stage.value)
    stage.value = stages[(at + 1) % stages.length]!.value
  }
  return { stage, next }
}
