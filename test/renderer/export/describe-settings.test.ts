import { afterEach, expect, test } from 'vitest'
import { ContactSheetSettings, PictureSettings } from '../../../src-main/contract/library/export-settings.ts'
import {
  describeFile,
  describeOutputs,
  describeSheet,
} from '../../../src-renderer/export/settings/describe-settings.ts'
import { showLanguage } from '../../../src-renderer/locales/messages.ts'

afterEach(() => showLanguage('en'))

const pictures = PictureSettings.parse({
  kind: 'pictures',
  outputs: [{ kind: 'photo', size: { by: 'long-edge', pixels: 2048 } }],
  maxKilobytes: 1500,
  dpi: 1200,
})
const sheet = ContactSheetSettings.parse({ kind: 'contact-sheet', sheet: {}, dpi: 300 })

test('closed sections of the settings show sizes and units', () => {
  expect(describeFile(pictures)).toBe('JPEG · Quality 90 · ≤ 1,500 KB · sRGB · 1,200 dpi')
  expect(describeSheet(sheet)).toBe('A4 · Portrait · 4 × 5 · 300 dpi')
})

test('and show them in the current language', async () => {
  await showLanguage('fr')
  const text = [describeFile(pictures), describeSheet(sheet), describeOutputs(pictures)].join('; ')
  expect(text.replaceAll(/\s/g, ' ')).toMatch(
    /^JPEG · Qualité 90 · ≤ 1 500 ko · sRGB · 1 200 ppp; A4 · Portrait · 4 × 5 · 300 ppp; .*2 048/,
  )
})
