import type { ModelInfo } from '../../src-main/contract/library/models.ts'

export const setTitles: Record<ModelInfo['set'], string> = {
  bundled: 'Built in',
  standard: 'Standard set',
  larger: 'Larger models',
}

/** A model's state in a word, with the share that has arrived while it downloads. */
export function modelState(model: ModelInfo): string {
  if (model.state === 'downloading') return `${Math.round((model.received / Math.max(1, model.bytes)) * 100)} %`
  return { installed: 'Installed', missing: 'Not installed', damaged: 'Damaged' }[model.state]
}
