import type { Language } from '../../contract/analysis/language.ts'
import type { NamesPort } from './ports.ts'

/** A text by language, and the languages for which it falls back to English. */
export type NamedText = { texts: Record<string, string>; fallback: string[] }

/**
 * Names something in each language; `english` is used if a language has no word for it, or if there are no names at
 * all.
 */
export function nameIn(
  languages: readonly Language[],
  names: NamesPort | undefined,
  id: string,
  english: string,
): NamedText {
  const texts: Record<string, string> = {}
  const fallback: string[] = []
  for (const language of languages) {
    const name = language === 'en' ? { text: english, isFallback: false } : names?.nameOf(id, language)
    texts[language] = name && !name.isFallback ? name.text : english
    if (!name || name.isFallback) fallback.push(language)
  }
  return { texts, fallback }
}
