import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { afterEach, expect, test } from 'vitest'
import { noMapTiles, sourceOf, type MapTiles } from '../../../src-main/contract/library/map-tiles.ts'
import { Settings } from '../../../src-main/contract/library/settings.ts'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let close = (): void => {}
afterEach(() => close())

const own = {
  template: 'https://tiles.example.org/{z}/{x}/{y}.png',
  attribution: '© Example',
  link: 'https://example.org/about',
  maxZoom: 14,
}
const on: MapTiles = { isOn: true, server: 'own', own }
const photo = fakePhoto(1, { place: 'Lisbon, Portugal' })
const photos = [{ ...photo, metadata: { ...photo.metadata, latitude: 38.7, longitude: -9.1 } }]
const tiles = () => [...document.querySelectorAll<HTMLImageElement>('.tiles > .tile')]
const problem = () => document.querySelector('.problem')?.textContent?.trim() ?? ''

async function mountMap(mapTiles: MapTiles) {
  const app = await mountApp({ photos, settings: { ...Settings.parse({ mapTiles }), language: 'en' } }, '/map')
  close = app.close
  await until(() => app.byRole('button', /Lisbon/))
  return app
}

test('without a chosen server no tile is requested, and the outline is there', async () => {
  const app = await mountMap(noMapTiles)
  await until(() => (document.querySelector('.land')?.getAttribute('d') ?? '').length > 1000, 'the outline')
  expect(tiles()).toEqual([])
  expect(document.querySelector('.credits')).toBeNull()
  app.byRole('button', 'Map background')
})

test('tiles of the chosen server are below the photos, with their attribution', async () => {
  await mountMap(on)
  await until(() => tiles().length > 0)
  const zooms = tiles().map((tile) => Number(new URL(tile.src, 'http://localhost').pathname.split('/')[3]))
  expect(new Set(zooms)).toEqual(new Set([10, 13]))
  for (const tile of tiles())
    expect(tile.getAttribute('src')).toMatch(new RegExp(`^/tile/${sourceOf(own)}/\\d+/\\d+/\\d+$`))
  const credits = document.querySelector<HTMLAnchorElement>('.credits a')!
  expect([credits.textContent, credits.href, credits.target]).toEqual([own.attribution, own.link, '_blank'])
})

test('a tile is shown once it is there, and a failed one is left out until it may be requested again', async () => {
  const app = await mountMap(on)
  const fine = () => tiles().filter(({ src }) => src.includes(`${sourceOf(own)}/13/`))
  await until(() => fine().length > 1)
  const [first, second] = fine() as [HTMLImageElement, HTMLImageElement]
  expect(first.classList.contains('is-there')).toBe(false)
  first.dispatchEvent(new Event('load'))
  await until(() => first.classList.contains('is-there'))
  const { src } = second
  second.dispatchEvent(new Event('error'))
  await until(() => !tiles().some((tile) => tile.src === src))
  app.library.emit({
    type: 'map-tiles.changed',
    state: { problem: foreign('It cannot be reached.'), retryAt: Date.now() + 60_000 },
  })
  await until(() => problem().includes('It cannot be reached.'))
  app.byRole('button', 'Try again').click()
  await until(() => tiles().some((tile) => tile.src === src))
  expect(app.library.calls.some(({ name }) => name === 'map.retryTiles')).toBe(true)
  app.library.emit({ type: 'map-tiles.changed', state: { problem: null, retryAt: null } })
  await until(() => problem() === '')
  expect(first.classList.contains('is-there')).toBe(true)
})

test("the map's menu switches tiles off, and leads to the settings", async () => {
  const app = await mountMap(on)
  await until(() => tiles().length > 0)
  app.press(app.byRole('button', 'Map background'), 'Enter')
  await until(() => app.byRole('menuitemradio', 'Tiles from tiles.example.org'))
  app.press(app.byRole('menuitemradio', 'Outline only'), 'Enter')
  await until(() => tiles().length === 0)
  const saved = () =>
    app.library.calls.findLast(({ name, input }) => name === 'settings.set' && 'mapTiles' in (input as object))
  // Settings are saved shortly after the map has followed them.
  await until(saved)
  expect(saved()?.input).toMatchObject({ mapTiles: { isOn: false, server: 'own', own } })
})
