import { afterEach, expect, test } from 'vitest'
import catalog from '../../../resources/models/catalog.json'
import { showLanguage } from '../../../src-renderer/locales/messages.ts'
import { writeModelTitle } from '../../../src-renderer/models/write-model-title.ts'

afterEach(() => showLanguage('en'))

test('the findings of each listed model are written in the current language', async () => {
  const titles = catalog.models.map(({ title }) => title)
  expect(titles.map(writeModelTitle)).toEqual(titles)
  await showLanguage('de')
  expect(titles.map(writeModelTitle).filter((title) => titles.includes(title))).toEqual([])
  expect(writeModelTitle('YuNet: faces')).toBe('YuNet: Gesichter')
})

test('an unlisted title stays', async () => {
  await showLanguage('de')
  expect(writeModelTitle('My model')).toBe('My model')
  expect(writeModelTitle('My model: cats')).toBe('My model: cats')
})
