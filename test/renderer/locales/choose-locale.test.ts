import { expect, test } from 'vitest'
import { chooseLocale } from '../../../src-renderer/locales/choose-locale.ts'

test('the window uses the first of a person’s languages that it has, and the locale of their region', () => {
  expect(chooseLocale(null, ['de-AT', 'en'])).toEqual({ language: 'de', locale: 'de-AT' })
  expect(chooseLocale(null, ['it-IT', 'fr', 'fr-CA'])).toEqual({ language: 'fr', locale: 'fr-CA' })
  expect(chooseLocale(null, ['it', 'pl-PL'])).toEqual({ language: 'en', locale: 'en-GB' })
  expect(chooseLocale(null, ['AR-EG'])).toEqual({ language: 'ar', locale: 'AR-EG' })
})

test("a chosen language wins over the system's; a region stays if it speaks that language", () => {
  expect(chooseLocale('en', ['de-AT', 'en-US'])).toEqual({ language: 'en', locale: 'en-US' })
  expect(chooseLocale('ja', ['de-AT'])).toEqual({ language: 'ja', locale: 'ja' })
  expect(chooseLocale('de', ['en-US', 'de-CH', 'de'])).toEqual({ language: 'de', locale: 'de-CH' })
})
