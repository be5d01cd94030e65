import { expect, test } from 'vitest'
import { computed, effectScope, nextTick, ref } from 'vue'
import type { Face } from '../../../src-main/contract/analysis/face.ts'
import type { PhotoDetail } from '../../../src-main/contract/library/photo.ts'
import { usePaneViews } from '../../../src-renderer/compare/use-pane-views.ts'
import { useLanding } from '../../../src-renderer/photo/use-landing.ts'
import { useZoom } from '../../../src-renderer/photo/use-zoom.ts'
import { fakePhoto, tileOf } from '../fake-photos.ts'
import { until, withStores } from '../mount-app.ts'

/** A face of 400 by 400 pixels whose eyes are found around the given point. */
const faceAt = (x: number, y: number): Face => ({
  confidence: 90,
  coordinates: { xmin: x - 200, ymin: y - 160, xmax: x + 200, ymax: y + 240, width: 400, height: 400 },
  face_id: '',
  attributes: [],
  landmarks: [
    { type: 'right_eye', x: x - 80, y },
    { type: 'left_eye', x: x + 80, y },
  ],
})
const photo = (id: number, ...faceList: Face[]): PhotoDetail => fakePhoto(id, { width: 6000, height: 4000, faceList })
/** Two people: one stays still, one walks 300 pixels to the right from frame to frame. */
const frames = [1, 2, 3].map((id) => photo(id, faceAt(1500, 1000), faceAt(3000 + id * 300, 2000)))
const bare = photo(4)

const start = () => {
  const state = { photos: [...frames, bare], focus: new Map([[4, [{ x: 0.7, y: 0.2, width: 0.1, height: 0.1 }]]]) }
  const shown = ref(1)
  const ringed = ref<Face | null>(null)
  const { result } = withStores(state, () =>
    effectScope().run(() => {
      const detail = computed(() => state.photos.find(({ id }) => id === shown.value)!)
      const tile = computed(() => tileOf(detail.value))
      const zoom = useZoom({ stage: ref({ width: 1200, height: 800 }), photo: tile, ratio: ref(1) })
      const ahead = () => state.photos.filter(({ id }) => id === shown.value + 1).map(tileOf)
      // The details of the shown photo arrive after its picture, as in the window.
      const late = ref<PhotoDetail | null>(detail.value)
      const landing = useLanding({
        tile: () => tile.value,
        detail: () => late.value,
        ahead,
        ringed: () => ringed.value,
        zoom,
      })
      return { zoom, landing, late }
    })!,
  )
  const centre = () => [result.zoom.centre.value.x * 6000, result.zoom.centre.value.y * 4000].map(Math.round)
  return { ...result, shown, ringed, centre }
}

test('a click lands on the eyes of the nearest face, a key on the ringed face', () => {
  const { landing, zoom, ringed, centre } = start()
  landing.toggle({ x: 120, y: 40 })
  expect([zoom.percent.value, centre()]).toEqual([100, [3300, 2000]])
  landing.toggle()
  expect(zoom.isZoomed.value).toBe(false)
  ringed.value = frames[0]!.faceList[0]!
  landing.toggle()
  expect(centre()).toEqual([1500, 1000])
})

test('an enlarged view stays on its face from frame to frame, even after a small pan', async () => {
  const { landing, zoom, shown, late, centre } = start()
  landing.toggle({ x: 120, y: 40 })
  await until(() => late.value, 'the details')
  shown.value = 2
  await until(() => centre()[0] === 3600, 'the same face')
  late.value = frames[1]!
  zoom.pan(-50, 20)
  expect(centre()).toEqual([3650, 1980])
  shown.value = 3
  await until(() => centre()[0] === 3950, 'the same face, seen from the same place')
  expect(centre()[1]).toBe(1980)
})

test("without a face, it lands on the camera's focus, unless the person has moved on", async () => {
  const { landing, zoom, shown, late, centre } = start()
  shown.value = 4
  late.value = bare
  landing.toggle()
  await until(() => centre()[0] === 4500, 'the focus')
  expect(centre()).toEqual([4500, 1000])
  landing.toggle()
  landing.toggle()
  zoom.pan(30, 0)
  await nextTick()
  expect(centre()[0]).toBe(2970)
})

test('compared photos show the same face at the same place until one is zoomed by itself', () => {
  const views = usePaneViews(
    (id) => frames.find((frame) => frame.id === id),
    () => [1, 2, 3],
  )
  const middleOf = (id: number) => [views.viewOf(id).x * 6000, views.viewOf(id).y * 4000].map(Math.round)
  views.land(frames[0]!, frames[0]!.faceList[1]!, 1)
  expect([1, 2, 3].map(middleOf)).toEqual([
    [3300, 2000],
    [3600, 2000],
    [3900, 2000],
  ])
  views.setView(2, { scale: 1, x: 3700 / 6000, y: 0.5 })
  expect([1, 2, 3].map((id) => middleOf(id)[0])).toEqual([3400, 3700, 4000])
  views.toggleLock(1)
  views.setView(1, { scale: 1, x: 0.1, y: 0.1 })
  expect([1, 2, 3].map((id) => middleOf(id)[0])).toEqual([600, 3700, 4000])
  views.toggleLock(undefined)
  views.setView(1, { scale: null, x: 0.5, y: 0.5 })
  expect(views.viewOf(3).scale).toBeNull()
})
