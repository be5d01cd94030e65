import { expect, test } from 'vitest'
import { effectScope, nextTick, ref, shallowRef } from 'vue'
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

test('the next page is wanted before the person comes to it, and no longer when the photo is closed', async () => {
  const asked: unknown[] = []
  const list = createLoadedSource(shallowRef(fakePhotos(300)), ref(0))
  list.want = (...range) => asked.push(range)
  list.leave = (viewer) => asked.push(viewer)
  const id = ref(list.tile(70)!.id)
  const scope = effectScope()
  const steps = scope.run(() =>
    usePhotoSteps(
      () => id.value,
      shallowRef<TileSource>(list),
      (next) => {
        id.value = next
      },
    ),
  )!
  await until(() => steps.index.value === 70, 'the place in the list')
  steps.step(1)
  await nextTick()
  scope.stop()
  expect(asked).toEqual([[45, 95, 'photo'], [46, 96, 'photo'], 'photo'])
})
