import { shownLanguage, shownLocale, t } from './messages.ts'
import type { WindowLanguage } from './window-languages.ts'

/** Creates a value once for each shown locale. Formatters of `Intl` are slow to create and fast to use. */
export function perLocale<T>(make: (locale: string) => T): () => T {
  let made: { locale: string; value: T } | undefined
  return () => {
    const locale = shownLocale()
    if (made?.locale !== locale) made = { locale, value: make(locale) }
    return made.value
  }
}

const whole = perLocale((locale) => new Intl.NumberFormat(locale))
const short = perLocale((locale) => new Intl.NumberFormat(locale, { notation: 'compact' }))
const list = perLocale((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }))
const choice = perLocale((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }))

/** A number in the shown locale: `1,204`, `1.204`. */
export const writeNumber = (value: number): string => whole().format(value)

/** A fraction as whole percent: `42 %`. */
export const writePercent = (share: number): string =>
  t('words.percent', { value: writeNumber(Math.round(share * 100)) })

/** A number in few characters: `1.2K`. */
export const writeShort = (value: number): string => short().format(value)

/** `a, b and c`. */
export const writeList = (items: Iterable<string>): string => list().format(items)

/** Separators of an enumeration other than a comma and a space. */
const commas: Partial<Record<WindowLanguage, string>> = { ja: '、', ar: '، ' }

/** `a, b, c`. */
export const writeEnumeration = (items: readonly string[]): string => items.join(commas[shownLanguage()] ?? ', ')

/** `a, b or c`. */
export const writeChoice = (items: Iterable<string>): string => choice().format(items)
