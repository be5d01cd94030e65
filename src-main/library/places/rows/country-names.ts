import { languages, type Language } from '../../../contract/analysis/language.ts'

/** Codes of languages that the web's standard writes differently. */
const tags: Partial<Record<Language, string>> = {
  no: 'nb',
  sr_cyrl: 'sr-Cyrl',
  sr_latn: 'sr-Latn',
  zh_chs: 'zh-Hans',
  zh_cht: 'zh-Hant',
  tlh_qaak: 'tlh',
}

/** The tag of a language for `Intl`. */
export const localeOf = (language: Language): string => tags[language] ?? language

/** The names of countries in a language, or in English if the system lacks them; '' for no country. */
export function countryNames(language: Language): (code: string) => string {
  const names = new Intl.DisplayNames([localeOf(language), 'en'], { type: 'region' })
  return (code) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : '')
}

/** Common names that no list has. */
const shortNames: Readonly<Record<string, string>> = {
  usa: 'US',
  'u.s.a.': 'US',
  'united states of america': 'US',
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
}

/** The two letters of a country by its name in any language, ignoring case; '' for an unknown name. */
export function countryFinder(): (name: string) => string {
  const codes = new Map(Object.entries(shortNames))
  const all = allCountries()
  for (const { code: language } of languages) {
    const nameOf = countryNames(language)
    for (const country of all) {
      const name = nameOf(country).toLowerCase()
      if (!codes.has(name)) codes.set(name, country)
    }
  }
  return (name) => codes.get(name.trim().toLowerCase()) ?? (all.includes(name.trim()) ? name.trim() : '')
}

/** Every two letters of a country or a territory. */
function allCountries(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return codes.filter((code) => !notCountries.has(code) && names.of(code) !== undefined)
}

/** Groups of countries, and codes for no country. */
const notCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])
