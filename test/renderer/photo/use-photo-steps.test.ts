import { expect, test } from 'vitest'
import { nextTick, ref, shallowRef } from 'vue'
import { usePhotoSteps } from '../../../src-renderer/photo/use-photo-steps.ts'
import { createLoadedSource } from '../../../src-renderer/similar/similar.ts'
import type { TileSource } from '../../../src-renderer/photos/tile-source.ts'
import { fakePhotos } from '../fake-photos.ts'
import { until } from '../mount-app.ts'

const start = async (openId: number) => {
  const tiles = shallowRef(fakePhotos(5))
  const source = shallowRef<TileSource>(createLoadedSource(tiles, ref(0)))
  const id = ref(openId)
  const opened: number[] = []
  const steps = usePhotoSteps(
    () => id.value,
    source,
    (next) => {
      opened.push(next)
      id.value = next
    },
  )
  await until(() => steps.isListed.value, 'the place in the list')
  return { tiles, id, steps, opened }
}

test('the next step skips a photo that a mark removed from the list', async () => {
  const { tiles, steps, opened } = await start(3)
  expect(steps.index.value).toBe(2)
  tiles.value = tiles.value.filter(({ id }) => id !== 3)
  await until(() => !steps.isListed.value, 'the photo to be out of the list')
  steps.step(1)
  await until(() => opened.length === 1, 'the photo after')
  steps.step(-1)
  await until(() => opened.length === 2, 'the photo before')
  expect(opened).toEqual([4, 2])
})

test('the step back from such a photo leads to the one before it', async () => {
  const { tiles, steps, opened } = await start(3)
  tiles.value = tiles.value.filter(({ id }) => id !== 3)
  await until(() => !steps.isListed.value, 'the photo to be out of the list')
  steps.step(-1)
  await until(() => opened.length === 1, 'the photo before')
  expect(opened).toEqual([2])
})

test('keys in quick succession continue from the last target', async () => {
  const { steps, opened } = await start(1)
  steps.step(1)
  steps.step(1)
  steps.step(1)
  await until(() => opened.length === 3, 'three photos')
  await nextTick()
  expect(opened).toEqual([2, 3, 4])
  expect(steps.index.value).toBe(3)
})

test('photos are prepared in the direction of movement', async () => {
  const { steps, opened } = await start(2)
  const ids = () => [steps.neighbours.value, steps.farther.value].map((tiles) => tiles.map(({ id }) => id))
  expect(ids()).toEqual([
    [3, 1],
    [4, 5],
  ])
  steps.step(1)
  steps.step(1)
  await until(() => opened.length === 2, 'two photos on')
  expect(ids()).toEqual([[5, 3], []])
  steps.step(-1)
  await until(() => opened.length === 3, 'one photo back')
  expect(ids()).toEqual([[2, 4], [1]])
})
