import { afterEach, beforeEach, expect, test } from 'vitest'
import { Settings } from '../../../src-main/contract/library/settings.ts'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
/** Wide enough that the inspector is open. */
beforeEach(() => Object.defineProperty(window, 'innerWidth', { configurable: true, value: 1440 }))
afterEach(() => open?.close())
const settings = Settings.parse({})
const dog = (label: string) =>
  fakePhoto(1, {
    tags: [
      { name: 'dog', label, confidence: 90, source: 'engine' },
      { name: 'taxi', label: 'taxi', confidence: 60, source: 'engine' },
    ],
  })

test('tags are shown in the chosen language with its direction, and filter by their English name', async () => {
  open = await mountApp({ photos: [dog('كلب')], settings: { ...settings, language: 'ar' } })
  const { byRole, library, tiles } = open
  const chip = () =>
    [...document.querySelectorAll<HTMLElement>('.chip')].find((each) => each.textContent?.includes('كلب'))
  await until(() => chip(), 'the tag among those of the library')
  const word = chip()!.querySelector('[lang]')!
  expect([word.getAttribute('lang'), word.getAttribute('dir'), word.textContent]).toEqual(['ar', 'rtl', 'كلب'])
  expect(
    [...document.querySelectorAll('.chip')]
      .find((each) => each.textContent?.includes('taxi'))
      ?.querySelector('[lang], [dir]'),
  ).toBeNull()
  chip()!.click()
  await until(() => byRole('button', /^Remove filter .?كلب/), 'the chip')
  await until(
    () =>
      library.calls.some(
        ({ name, input }) => name === 'photos.list' && JSON.stringify(input).includes('"text":"tag:dog"'),
      ),
    'the English filter',
  )
  tiles()[0]!.click()
  await until(() => byRole('button', /^Remove tag .?كلب/), 'the tag of the photo')
  expect(byRole('button', /^Show photos with .?كلب/).getAttribute('dir')).toBe('rtl')
})

test('suggestions show labels and use names', async () => {
  open = await mountApp({ photos: [dog('Hund')], settings: { ...settings, language: 'de' } })
  const { byRole, type, press } = open
  await until(() => byRole('combobox', 'Search photos'), 'the search')
  type(byRole('combobox', 'Search photos'), 'do')
  await until(() => byRole('option', /^Hund/), 'the suggestion')
  press(byRole('combobox', 'Search photos'), 'ArrowDown')
  press(byRole('combobox', 'Search photos'), 'Enter')
  await until(() => byRole('button', 'Remove filter Hund'), 'the chip')
})

test('another language requests the labels again', async () => {
  open = await mountApp({ photos: [dog('dog')], settings: { ...settings, language: 'en' } })
  const { library } = open
  const chips = () => [...document.querySelectorAll('.chip')].map((each) => each.textContent ?? '')
  await until(() => chips().some((text) => text.includes('dog')), 'English')
  library.state.photos = [dog('chien')]
  library.emit({ type: 'settings.changed', settings: { ...settings, language: 'fr' } })
  await until(() => chips().some((text) => text.includes('chien')), 'French')
})

test('tags follow the language of the window until one is chosen for them', async () => {
  open = await mountApp({ photos: [dog('dog')], settings: { ...settings, language: null } })
  const { library } = open
  const changes = () => library.calls.filter(({ name }) => name === 'settings.set').map(({ input }) => input)
  await until(() => library.state.settings.followedLanguage !== null, 'the language that tags follow')
  expect(changes()).toEqual([{ followedLanguage: 'en' }])
  library.state.settings = { ...library.state.settings, windowLanguage: 'de' }
  library.emit({ type: 'settings.changed', settings: library.state.settings })
  await until(() => library.state.settings.followedLanguage === 'de', 'the language of the window')
  expect(library.state.settings.language).toBeNull()
})
