import { writePercent } from '../locales/formats.ts'
import { t } from '../locales/messages.ts'
import type { ModelInfo } from '../../src-main/contract/library/models.ts'

export const setTitles: Record<ModelInfo['set'], string> = {
  get bundled() {
    return t('settings.builtIn')
  },
  get standard() {
    return t('settings.standardSet')
  },
  get larger() {
    return t('settings.largerModels')
  },
}

/** A model's state in a word, with the share that has arrived while it downloads. */
export function modelState(model: ModelInfo): string {
  if (model.state === 'downloading') return writePercent(model.received / Math.max(1, model.bytes))
  return { installed: t('settings.installed'), missing: t('settings.notInstalled'), damaged: t('settings.damaged') }[
    model.state
  ]
}
