import { languages } from '../../src-main/contract/analysis/language.ts'
import { languageOfTags } from '../../src-main/contract/library/settings.ts'
import { useSettings } from '../settings/use-settings.ts'
import { localeOf } from '../locales/locales.ts'

export type LabelMarks = { lang?: string; dir?: 'ltr' | 'rtl' }

/** `lang` and `dir` of a label. A label without a translation keeps those of the page. */
export function useLabelMarks(): (name: string, label: string) => LabelMarks {
  const settings = useSettings()
  return (name, label) => {
    const shown = languages.find(({ code }) => code === languageOfTags(settings.settings))
    return shown === undefined || name === label ? {} : { lang: localeOf(shown.code), dir: shown.direction }
  }
}
