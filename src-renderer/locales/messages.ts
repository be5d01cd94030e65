import { IntlMessageFormat } from 'intl-messageformat'
import { shallowRef } from 'vue'
import { english, type MessageKey } from './english.ts'
import { directionOf, type WindowLanguage } from './window-languages.ts'

export type { MessageKey } from './english.ts'

/** Values of the placeholders of a text: `{count}`, `{name}`. */
export type MessageValues = Record<string, string | number | Date>

type Texts = Record<string, Record<string, string>>
type Shown = { language: WindowLanguage; locale: string; texts: Texts }

/** Texts of the other languages, by the paths of their areas; loaded when their language is chosen. */
const loaders: Record<Exclude<WindowLanguage, 'en'>, () => Promise<{ texts: Texts }>> = {
  de: () => import('./languages/de.ts'),
  fr: () => import('./languages/fr.ts'),
  es: () => import('./languages/es.ts'),
  ja: () => import('./languages/ja.ts'),
  ar: () => import('./languages/ar.ts'),
}

const shown = shallowRef<Shown>({ language: 'en', locale: 'en-GB', texts: english })
const formats = new Map<string, IntlMessageFormat>()
let wanted: WindowLanguage = 'en'

/** The language of the window's texts; reactive. */
export const shownLanguage = (): WindowLanguage => shown.value.language

/** The locale of dates and numbers: the window's language as the person's system writes it; reactive. */
export const shownLocale = (): string => shown.value.locale

/**
 * A text of the window in the shown language; in English if the language lacks it. Texts are ICU messages: `{name}` is
 * replaced, `{count, plural, one {# photo} other {# photos}}` is chosen by the plural rules of the language. It is
 * reactive in a template or a `computed`; so call it where a text is shown, not once when a module loads.
 */
export function t(key: MessageKey, values?: MessageValues): string {
  return write(key, textOf(english, key) ?? key, values)
}

/**
 * A table of texts of the window, or a row of one: each is in the language that is shown when it is read. `rest` are
 * other properties of the row, such as its value and its icon.
 */
export function labelled<
  const Keys extends Readonly<Record<PropertyKey, MessageKey>>,
  const Rest extends object = Record<never, never>,
>(keys: Keys, rest?: Rest): { readonly [Name in keyof Keys]: string } & Readonly<Rest> {
  const row = { ...rest }
  for (const [name, key] of Object.entries(keys)) {
    Object.defineProperty(row, name, { enumerable: true, get: () => t(key) })
  }
  return row as { readonly [Name in keyof Keys]: string } & Readonly<Rest>
}

/**
 * A text whose English is in another place, such as in the table of shortcuts: in the shown language if that has the
 * key, otherwise the given English.
 */
export const translate = (key: string, inEnglish: string, values?: MessageValues): string =>
  write(key, inEnglish, values)

function write(key: string, inEnglish: string, values: MessageValues | undefined): string {
  const { locale, texts } = shown.value
  const text = textOf(texts, key) ?? inEnglish
  if (!text.includes('{')) return text
  const format = formats.get(key) ?? new IntlMessageFormat(text, locale)
  formats.set(key, format)
  return String(format.format(isolated(values)))
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/

/** Names within a text, such as file names, keep their own direction, so that neither scrambles the other. */
function isolated(values: MessageValues | undefined): MessageValues | undefined {
  if (values === undefined) return values
  const isMixed = (text: string): boolean => RIGHT_TO_LEFT.test(text) || directionOf(shown.value.language) === 'rtl'
  const mark = (value: string | number | Date): string | number | Date =>
    typeof value === 'string' && isMixed(value) ? `\u2068${value}\u2069` : value
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mark(value)]))
}

function textOf(texts: Texts, key: string): string | undefined {
  const dot = key.indexOf('.')
  return texts[key.slice(0, dot)]?.[key.slice(dot + 1)]
}

/** Shows the window's texts in a language once its files are loaded, and formats dates and numbers by the locale. */
export async function showLanguage(language: WindowLanguage, locale: string = language): Promise<void> {
  wanted = language
  const texts = language === 'en' ? english : await loadTexts(language)
  // Another one may have been chosen in the meantime.
  if (wanted !== language) return
  formats.clear()
  shown.value = { language, locale, texts }
}

async function loadTexts(language: Exclude<WindowLanguage, 'en'>): Promise<Texts> {
  const { texts } = await loaders[language]()
  // `../messages/de/sentences/changes.json` contains the area "sentences/changes".
  const areaOf = (path: string): string => path.slice(`../messages/${language}/`.length, -'.json'.length)
  return Object.fromEntries(Object.entries(texts).map(([path, area]) => [areaOf(path), area]))
}
