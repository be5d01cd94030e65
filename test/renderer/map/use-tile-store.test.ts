import { expect, test } from 'vitest'
import { noMapTiles, openStreetMap } from '../../../src-main/contract/library/map-tiles.ts'
import { useTileStore } from '../../../src-renderer/map/use-tile-store.ts'
import { useSettings } from '../../../src-renderer/settings/use-settings.ts'
import { until, withStores } from '../mount-app.ts'

test('tiles are requested once the library knows the server, and not after a click switches them off', async () => {
  const { result: store } = withStores({}, useTileStore)
  store.tiles = { ...noMapTiles, isOn: true, server: 'openstreetmap' }
  expect(useSettings().settings.mapTiles.isOn).toBe(true)
  expect(store.server).toBeNull()
  await until(() => store.server !== null)
  expect(store.server).toEqual(openStreetMap)
  store.setOn(false)
  expect(store.server).toBeNull()
  expect(store.chosen).toEqual(openStreetMap)
  expect(store.addressOf({ z: 0, x: 0, y: 0 }, 1)).toBe('')
})
