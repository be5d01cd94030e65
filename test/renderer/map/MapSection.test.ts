import { afterEach, expect, test } from 'vitest'
import { noMapTiles } from '../../../src-main/contract/library/map-tiles.ts'
import { usePanels } from '../../../src-renderer/navigation/use-panels.ts'
import { mountApp, until } from '../mount-app.ts'

let close = (): void => {}
afterEach(() => close())

const section = () => document.querySelector('section[aria-label="Map"]')!
const radio = (name: string) => section().querySelector<HTMLElement>(`[role="radio"][aria-label="${name}"]`)!
const button = (name: string) =>
  [...section().querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name)
const field = (name: string) => section().querySelector<HTMLInputElement>(`#tiles-${name}`)!

async function openSection(state: Parameters<typeof mountApp>[0] = {}) {
  const app = await mountApp(state)
  close = app.close
  app.app.runWithContext(() => usePanels()).openSettings('map')
  await until(() => section())
  // The window also records its language, for names of tags.
  const saved = () =>
    app.library.calls
      .filter(({ name, input }) => name === 'settings.set' && !('followedLanguage' in (input as object)))
      .map(({ input }) => input)
  return { ...app, saved }
}

test('nothing is chosen at first, and choosing OpenStreetMap explains the consequences before use', async () => {
  const { saved } = await openSection()
  expect(radio('Outline only').getAttribute('aria-checked')).toBe('true')
  expect(section().textContent).toContain('exact places never do')
  radio('OpenStreetMap').click()
  await until(() => button('Use tiles of OpenStreetMap'))
  const links = [...section().querySelectorAll('a')].map(({ href }) => href)
  expect(links).toContain('https://operations.osmfoundation.org/policies/tiles/')
  expect(saved()).toEqual([])
  button('Use tiles of OpenStreetMap')!.click()
  await until(() => saved().length === 1)
  expect(saved()[0]).toEqual({ mapTiles: { ...noMapTiles, isOn: true, server: 'openstreetmap' } })
  await until(() => button('Use tiles of OpenStreetMap') === undefined)
  expect(document.activeElement).toBe(radio('OpenStreetMap'))
  radio('Outline only').click()
  await until(() => saved().length === 2)
  expect(saved()[1]).toMatchObject({ mapTiles: { isOn: false } })
})

test('a problem with another server is shown at its field, and nothing is saved', async () => {
  const { saved, type } = await openSection()
  radio('Another tile server').click()
  await until(() => field('template'))
  button('Use this server')!.click()
  await until(() => section().querySelector('[role="alert"]'))
  expect(field('template').getAttribute('aria-invalid')).toBe('true')
  type(field('template'), 'http://tiles.example.org/{z}/{x}/{y}.png')
  await until(() => section().querySelector('[role="alert"]')?.textContent?.includes('write https://'))
  type(field('template'), ' https://tiles.example.org/{z}/{x}/{y}.png ')
  await until(() => field('attribution').getAttribute('aria-invalid') === 'true')
  expect(saved()).toEqual([])
  type(field('attribution'), '© Example')
  field('zoom').value = '99'
  field('zoom').dispatchEvent(new Event('change'))
  button('Use this server')!.click()
  await until(() => saved().length === 1)
  const own = { template: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: '© Example', link: '', maxZoom: 22 }
  expect(saved()[0]).toEqual({ mapTiles: { isOn: true, server: 'own', own } })
  await until(() => button('Save') === undefined && button('Use this server') === undefined)
})

test('cached tiles are counted, and can be deleted', async () => {
  await openSection({ tileBytes: 3_400_000 })
  await until(() => section().textContent?.includes('3.4 MB'))
  button('Delete')!.click()
  await until(() => section().textContent?.includes('None'))
})
