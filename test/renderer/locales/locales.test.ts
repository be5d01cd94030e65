import { expect, test } from 'vitest'
import { languages } from '../../../src-main/contract/analysis/language.ts'
import { localeOf, preferredLanguage } from '../../../src-renderer/locales/locales.ts'

test("a person's first known language is used, whatever the system calls it", () => {
  const cases: [string[], string][] = [
    [['de-AT', 'en'], 'de'],
    [['nb-NO'], 'no'],
    [['zh-CN'], 'zh_chs'],
    [['zh-TW'], 'zh_cht'],
    [['zh-Hant-HK'], 'zh_cht'],
    [['sr-Latn-RS'], 'sr_latn'],
    [['sr'], 'sr_cyrl'],
    [['iw'], 'he'],
    [['eo', 'fr-CA'], 'fr'],
    [['eo'], 'en'],
    [[], 'en'],
  ]
  for (const [locales, language] of cases) expect(preferredLanguage(locales), locales.join()).toBe(language)
})

test('every language has a locale that pages understand', () => {
  for (const { code } of languages) expect(Intl.getCanonicalLocales(localeOf(code)), code).toHaveLength(1)
})
