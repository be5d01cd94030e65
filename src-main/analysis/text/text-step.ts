import type { PictureStep } from '../step/step.ts'
import { findText, openTextModels } from './find-text.ts'

/** Reads the text in a photo; without the models for it, nothing is found. */
export const textStep: PictureStep = {
  name: 'text',
  version: 4,
  tasks: ['text-detection', 'text-direction', 'text-recognition'],
  readsFine: true,
  when: 'idle',
  async run({ photo, models }) {
    const text = await openTextModels(models)
    return text ? { text: (await findText(photo, text)).lines } : {}
  },
}
