import { afterEach, expect, test } from 'vitest'
import { Settings } from '../../../src-main/contract/library/settings.ts'
import { showLanguage, t } from '../../../src-renderer/locales/messages.ts'
import { startLanguage } from '../../../src-renderer/locales/start-language.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(async () => {
  open?.close()
  localStorage.clear()
  await showLanguage('en', 'en-GB')
})
const page = document.documentElement

test('the chosen language is shown at once, right-to-left if needed, and kept for the next start', async () => {
  open = await mountApp({ settings: { ...Settings.parse({}), windowLanguage: 'de' } })
  const { library } = open
  const choose = (windowLanguage: Settings['windowLanguage']): void => {
    library.state.settings = { ...library.state.settings, windowLanguage }
    library.emit({ type: 'settings.changed', settings: library.state.settings })
  }
  await until(() => page.lang === 'de', 'German')
  expect([page.dir, t('words.cancel')]).toEqual(['ltr', 'Abbrechen'])
  choose('ar')
  await until(() => page.dir === 'rtl', 'Arabic')
  await showLanguage('en')
  await startLanguage()
  expect([page.lang, page.dir, t('words.cancel')]).toEqual(['ar', 'rtl', 'إلغاء'])
  choose(null)
  await until(() => page.lang === 'en-GB', 'the language of the system')
  expect(localStorage.getItem('window-language')).toBeNull()
})

test('names of countries above days follow the language of tags', async () => {
  const photos = fakePhotos(3).map((photo) => ({ ...photo, place: 'Venice, Italy' }))
  open = await mountApp({ photos })
  const { library } = open
  await until(() => document.body.textContent.includes('Venice, Italy'), 'the place')
  library.state.photos = library.state.photos.map((photo) => ({ ...photo, place: 'Venice, Italien' }))
  library.state.settings = { ...library.state.settings, language: 'de' }
  library.emit({ type: 'settings.changed', settings: library.state.settings })
  await until(() => document.body.textContent.includes('Venice, Italien'), 'the place in the other language')
})
