import { afterEach, expect, test } from 'vitest'
import { nextTick, watchEffect } from 'vue'
import { shownLanguage, showLanguage, t } from '../../../src-renderer/locales/messages.ts'

afterEach(() => showLanguage('en'))

test('numbers and plurals are written as the language writes them', async () => {
  expect(t('words.photos', { count: 1 })).toBe('1 photo')
  expect(t('words.photos', { count: 1204 })).toBe('1,204 photos')
  await showLanguage('de')
  expect(t('words.photos', { count: 1204 })).toBe('1.204 Fotos')
  await showLanguage('ar')
  expect(t('words.photos', { count: 2 })).toBe('صورتان')
  expect(shownLanguage()).toBe('ar')
})

test('what shows a text follows the language', async () => {
  const seen: string[] = []
  const stop = watchEffect(() => seen.push(t('words.cancel')))
  await showLanguage('fr')
  await nextTick()
  stop()
  expect(seen).toEqual(['Cancel', 'Annuler'])
})
