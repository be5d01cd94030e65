import { expect, test } from 'vitest'
import { ref, shallowRef } from 'vue'
import { createLoadedSource } from '../../../src-renderer/similar/similar.ts'
import { findIndex } from '../../../src-renderer/photos/tile-source.ts'
import { fakePhotos, tileOf } from '../fake-photos.ts'

test('a loaded list is served in pages and follows its tiles', async () => {
  const tiles = shallowRef(fakePhotos(250).map(tileOf))
  const source = createLoadedSource(tiles, ref(7))
  expect(source.serial).toBe(7)
  expect([...source.pages].map(([page, list]) => [page, list.length])).toEqual([
    [0, 100],
    [1, 100],
    [2, 50],
  ])
  expect(source.tile(249)).toBe(tiles.value[249])
  expect(source.tile(250)).toBeUndefined()
  expect(await findIndex(source, tiles.value[120]!.id)).toBe(120)
  tiles.value = tiles.value.slice(0, 3)
  expect(source.total).toBe(3)
  expect(await source.ids()).toEqual([1, 2, 3])
})
