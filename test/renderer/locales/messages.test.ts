import { afterEach, expect, test } from 'vitest'
import { nextTick, watchEffect } from 'vue'
import { labelled, shownLanguage, showLanguage, t } from '../../../src-renderer/locales/messages.ts'

afterEach(() => showLanguage('en'))

test('numbers and plurals follow the language', async () => {
  expect(t('words.photos', { count: 1 })).toBe('1 photo')
  expect(t('words.photos', { count: 1204 })).toBe('1,204 photos')
  await showLanguage('de')
  expect(t('words.photos', { count: 1204 })).toBe('1.204 Fotos')
  await showLanguage('ar')
  expect(t('words.photos', { count: 2 })).toBe('صورتان')
  expect(shownLanguage()).toBe('ar')
})

test('a displayed text follows the language', async () => {
  const seen: string[] = []
  const stop = watchEffect(() => seen.push(t('words.cancel')))
  await showLanguage('fr')
  await nextTick()
  stop()
  expect(seen).toEqual(['Cancel', 'Annuler'])
})

test('a table row has its value, and its texts in the language current when they are read', async () => {
  const row = labelled({ label: 'words.cancel' }, { value: 'stop' })
  expect(row).toMatchObject({ value: 'stop', label: 'Cancel' })
  await showLanguage('fr')
  expect(row.label).toBe('Annuler')
})
