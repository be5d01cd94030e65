import { expect, test } from 'vitest'
import { effectScope, ref } from 'vue'
import { afterPaint } from '../../../src-renderer/client/after-paint.ts'
import { computedAfterPaint } from '../../../src-renderer/client/computed-after-paint.ts'

const start = () => {
  const photo = ref(1)
  const computed: number[] = []
  const scope = effectScope()
  const strip = scope.run(() =>
    computedAfterPaint(() => {
      computed.push(photo.value)
      return photo.value * 10
    }),
  )!
  return { photo, computed, scope, strip }
}

test('it is there at once, and follows several changes together once they are painted', async () => {
  const { photo, computed, strip } = start()
  expect(strip.value).toBe(10)
  photo.value = 2
  photo.value = 3
  expect(strip.value).toBe(10)
  await afterPaint()
  expect(strip.value).toBe(30)
  expect(computed).toEqual([1, 3])
  photo.value = 4
  await afterPaint()
  expect(strip.value).toBe(40)
})

test('it follows nothing after its scope has ended', async () => {
  const { photo, computed, scope } = start()
  photo.value = 2
  scope.stop()
  await afterPaint()
  expect(computed).toEqual([1])
})
