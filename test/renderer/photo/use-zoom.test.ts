import { expect, test } from 'vitest'
import { nextTick, ref } from 'vue'
import { useZoom } from '../../../src-renderer/photo/use-zoom.ts'

const start = () => {
  const key = ref(1)
  const zoom = useZoom(ref({ width: 800, height: 600 }), ref({ width: 4000, height: 3000 }), key)
  return { key, zoom }
}

test('the point under the pointer stays under it', () => {
  const { zoom } = start()
  zoom.zoomTo(2, { x: 100, y: -50 })
  expect(zoom.transform.value).toBe('translate(-100px, 50px) scale(2)')
  zoom.zoomTo(100)
  expect(zoom.scale.value).toBe(8)
})

test('a double click goes to actual pixels and back; another photo starts fitted', async () => {
  const { key, zoom } = start()
  zoom.toggle()
  expect(zoom.scale.value).toBe(5)
  zoom.toggle()
  expect(zoom.scale.value).toBe(1)
  zoom.zoomTo(3)
  zoom.pan(10_000, 0)
  expect(zoom.transform.value).toBe('translate(800px, 0px) scale(3)')
  key.value = 2
  await nextTick()
  expect(zoom.transform.value).toBe('translate(0px, 0px) scale(1)')
})
