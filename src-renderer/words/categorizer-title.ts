import { t, type MessageKey } from '../locales/messages.ts'

const titles: Readonly<Record<string, MessageKey>> = { nsfw_beta: 'words.sensitivity', personal_photos: 'words.scene' }

/** The title of a categorizer in plain words. */
export function categorizerTitle(categorizer: string): string {
  const title = titles[categorizer]
  return title === undefined ? categorizer.replaceAll('_', ' ') : t(title)
}
