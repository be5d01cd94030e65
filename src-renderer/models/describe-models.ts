import { writePercent } from '../locales/formats.ts'
import { labelled, t } from '../locales/messages.ts'
import type { ModelInfo } from '../../src-main/contract/library/models.ts'

export const setTitles: Record<ModelInfo['set'], string> = labelled({
  bundled: 'settings.builtIn',
  standard: 'settings.standardSet',
  larger: 'settings.largerModels',
})

/** A model's state in a word, with the downloaded percentage while it downloads. */
export function modelState(model: ModelInfo): string {
  if (model.state === 'downloading') return writePercent(model.received / Math.max(1, model.bytes))
  return { installed: t('settings.installed'), missing: t('settings.notInstalled'), damaged: t('settings.damaged') }[
    model.state
  ]
}
