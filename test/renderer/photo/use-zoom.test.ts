import { expect, test } from 'vitest'
import { ref } from 'vue'
import { useZoom } from '../../../src-renderer/photo/use-zoom.ts'

const start = ({ ratio = 1, photo = { width: 4000, height: 3000 } } = {}) => {
  const shown = ref(photo)
  const zoom = useZoom({ stage: ref({ width: 800, height: 600 }), photo: shown, ratio: ref(ratio) })
  return { shown, zoom }
}

test('percent compares pixels of the photo to pixels of the screen', () => {
  const { zoom } = start()
  expect(zoom.percent.value).toBe(20)
  zoom.toggle()
  expect(zoom.percent.value).toBe(100)
  expect(zoom.frame.value).toMatchObject({ width: 4000, height: 3000 })
  const { zoom: onDenseScreen } = start({ ratio: 2 })
  expect(onDenseScreen.percent.value).toBe(40)
  onDenseScreen.toggle()
  expect(onDenseScreen.frame.value).toMatchObject({ width: 2000, height: 1500 })
})

test('the point under the pointer stays under it', () => {
  const { zoom } = start()
  zoom.zoomTo(0.4, { x: 100, y: -50 })
  expect(zoom.frame.value).toEqual({ left: -500, top: -250, width: 1600, height: 1200 })
  zoom.zoomTo(100)
  expect(zoom.percent.value).toBe(800)
})

test('a small photo keeps its size; it is enlarged if a person wants that, and says so', () => {
  const { zoom } = start({ photo: { width: 200, height: 100 } })
  expect(zoom.percent.value).toBe(100)
  expect(zoom.frame.value).toEqual({ left: 300, top: 250, width: 200, height: 100 })
  expect(zoom.isZoomed.value).toBe(false)
  zoom.toggle()
  expect(zoom.percent.value).toBe(200)
  zoom.toggle()
  expect(zoom.percent.value).toBe(100)
})

test('zoom and position stay for the next photo, and return after a smaller one', () => {
  const { shown, zoom } = start()
  zoom.toggle({ x: 300, y: 200 })
  const before = zoom.frame.value
  shown.value = { width: 300, height: 200 }
  expect(zoom.percent.value).toBe(100)
  expect(zoom.frame.value).toEqual({ left: 250, top: 200, width: 300, height: 200 })
  shown.value = { width: 4000, height: 3000 }
  expect(zoom.frame.value).toEqual(before)
  expect(zoom.zoomOf({ width: 8000, height: 6000 })).toBe(1)
})

test('a fitted photo is followed by a fitted one', () => {
  const { shown, zoom } = start()
  shown.value = { width: 3000, height: 4000 }
  expect(zoom.percent.value).toBe(15)
  expect(zoom.isZoomed.value).toBe(false)
})

test("panning ends at the photo's edge", () => {
  const { zoom } = start()
  zoom.zoomTo(1)
  zoom.pan(10_000, 0)
  expect(zoom.frame.value.left).toBe(0)
  zoom.pan(-10_000, 0)
  expect(zoom.frame.value.left).toBe(-3200)
})

test('the keys step down to the fitted size, which is the smallest', () => {
  const { zoom } = start()
  zoom.step(1)
  expect(zoom.percent.value).toBe(25)
  zoom.step(-1)
  expect(zoom.isZoomed.value).toBe(false)
  zoom.step(-1)
  expect(zoom.percent.value).toBe(20)
})

test('a photo of unknown size fills the stage, without a percentage', () => {
  const { zoom } = start({ photo: { width: 0, height: 0 } })
  expect(zoom.percent.value).toBeNull()
  expect(zoom.frame.value).toEqual({ left: 0, top: 0, width: 800, height: 600 })
  zoom.toggle()
  expect(zoom.isZoomed.value).toBe(false)
})
