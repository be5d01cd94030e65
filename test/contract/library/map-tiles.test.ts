import { reads } from '../../fixtures/reads.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  linksAboutTiles,
  noMapTiles,
  openStreetMap,
  parseTileAddress,
  problemOfServer,
  serverInUse,
  sourceOf,
  tileAddress,
} from '../../../src-main/contract/library/map-tiles.ts'
import { Settings, SettingsChange } from '../../../src-main/contract/library/settings.ts'

const own = { ...openStreetMap, template: 'https://tiles.example.org/{z}/{x}/{y}.png' }

test('no server is used until a person chose one', () => {
  const { mapTiles } = Settings.parse({})
  expect(mapTiles).toEqual(noMapTiles)
  expect(mapTiles.isOn).toBe(false)
  expect(serverInUse(mapTiles)).toBeNull()
  expect(serverInUse({ ...mapTiles, server: 'openstreetmap' })).toBeNull()
  expect(serverInUse({ ...mapTiles, server: 'openstreetmap', isOn: true })).toEqual(openStreetMap)
  expect(serverInUse({ isOn: true, server: 'own', own })).toEqual(own)
})

test('an offered server has everything it needs', () => {
  expect(problemOfServer(openStreetMap)).toBeNull()
})

test.each([
  [{ template: 'https://tiles.example.org/' }, 'template', 'are missing'],
  [{ attribution: ' ' }, 'attribution', 'whose map'],
  [{ attribution: '<a href="https://example.org">Example</a>' }, 'attribution', 'plain text'],
  [{ link: 'javascript:alert(1)' }, 'link', 'https://'],
  [{ link: 'example.org' }, 'link', 'https://'],
])('%o is refused at its field', (change, field, words) => {
  expect(problemOfServer({ ...own, ...change })).toEqual({ field, sentence: reads(new RegExp(words)) })
})

test('tiles are not switched on with an invalid server', () => {
  const change = (mapTiles: unknown) => SettingsChange.safeParse({ mapTiles }).success
  expect(change({ isOn: true, server: 'own', own })).toBe(true)
  expect(change({ isOn: true, server: null, own })).toBe(false)
  expect(change({ isOn: true, server: 'own', own: { ...own, template: 'http://example.org/{z}/{x}/{y}' } })).toBe(false)
  expect(change({ isOn: false, server: null, own: noMapTiles.own })).toBe(true)
  const damaged = { isOn: true, server: 'own' as const, own: { ...own, template: 'file:///{z}/{x}/{y}' } }
  expect(serverInUse(Settings.parse({ mapTiles: damaged }).mapTiles)).toBeNull()
})

test('the address of a tile is complete, and other addresses are invalid', () => {
  const place = fc.integer({ min: 0, max: 22 }).chain((z) => {
    const coordinate = fc.integer({ min: 0, max: 2 ** z - 1 })
    return fc.record({
      z: fc.constant(z),
      x: coordinate,
      y: coordinate,
      scale: fc.constantFrom(1 as const, 2 as const),
    })
  })
  fc.assert(
    fc.property(place, (tile) => {
      const request = { ...tile, source: sourceOf(own) }
      expect(parseTileAddress(new URL(tileAddress(request), 'http://localhost'))).toEqual(request)
    }),
  )
  for (const path of [
    '/tile/0/0/0',
    '/tile/0123abcd/1/2/0',
    '/tile/0123abcd/1/0/2',
    '/photo/1/thumb',
    '/tile/0123ABCD/0/0/0',
  ])
    expect(parseTileAddress(new URL(path, 'http://localhost')), path).toBeNull()
})

test('another server has other addresses of tiles', () => {
  expect(sourceOf(own)).toMatch(/^[0-9a-f]{8}$/)
  expect(sourceOf(own)).not.toBe(sourceOf(openStreetMap))
  expect(sourceOf({ ...own, template: ` ${own.template}` })).toBe(sourceOf(own))
})

test('a window may open only pages about the tiles', () => {
  const links = linksAboutTiles({
    isOn: false,
    server: null,
    own: { ...own, link: 'https://tiles.example.org/about ' },
  })
  expect(links).toContain('https://tiles.example.org/about')
  expect(links).toContain(openStreetMap.link)
  expect(linksAboutTiles(noMapTiles)).not.toContain('')
})
