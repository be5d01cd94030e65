import { afterEach, expect, test } from 'vitest'
import { useSettings } from '../../../src-renderer/settings/use-settings.ts'
import { desktopShell } from '../fake-library.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(async () => {
  open?.app.runWithContext(() => useSettings()).change({ windowLanguage: 'en' })
  await until(() => document.documentElement.lang.startsWith('en'), 'English')
  open?.close()
})

const sent = () =>
  open!.library.calls
    .filter(({ name }) => name === 'shell.setTexts')
    .map(({ input }) => (input as Record<string, string>)['menuFile'])

test('the desktop program gets its texts, and again in another language; a browser needs none', async () => {
  open = await mountApp({ photos: fakePhotos(1), shell: desktopShell })
  await until(() => sent().length > 0, 'the texts')
  expect(new Set(sent())).toEqual(new Set(['&File']))
  open.app.runWithContext(() => useSettings()).change({ windowLanguage: 'de' })
  await until(() => sent().at(-1) === '&Datei', 'the texts in German')
})

test('a program in a browser gets none', async () => {
  open = await mountApp({ photos: fakePhotos(1) })
  await until(() => open!.tiles().length > 0, 'tiles')
  expect(sent()).toEqual([])
})
