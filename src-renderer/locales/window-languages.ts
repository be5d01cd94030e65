import type { WindowLanguage } from '../../src-main/contract/library/settings.ts'

export type { WindowLanguage } from '../../src-main/contract/library/settings.ts'

type LanguageInfo = { code: WindowLanguage; own: string; direction: 'ltr' | 'rtl' }

/** The languages of the window's texts, by their own names. */
export const windowLanguages: readonly LanguageInfo[] = [
  { code: 'en', own: 'English', direction: 'ltr' },
  { code: 'de', own: 'Deutsch', direction: 'ltr' },
  { code: 'fr', own: 'Français', direction: 'ltr' },
  { code: 'es', own: 'Español', direction: 'ltr' },
  { code: 'ja', own: '日本語', direction: 'ltr' },
  { code: 'ar', own: 'العربية', direction: 'rtl' },
]

export const directionOf = (language: WindowLanguage): 'ltr' | 'rtl' =>
  windowLanguages.find(({ code }) => code === language)?.direction ?? 'ltr'
