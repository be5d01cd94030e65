import { expect, test } from 'vitest'
import { ref } from 'vue'
import { afterPaint } from '../../../src-renderer/client/after-paint.ts'
import { useOpenedPhoto } from '../../../src-renderer/photo/use-opened-photo.ts'

const start = () => {
  const address = ref(1)
  const asked: number[] = []
  const opened = useOpenedPhoto(
    () => address.value,
    (id) => asked.push(id),
  )
  return { address, asked, ...opened }
}

test('a photo is shown and painted before its address follows; only the last of several gets an address', async () => {
  const { address, asked, shown, open } = start()
  open(2)
  open(3)
  expect(shown.value).toBe(3)
  expect(asked).toEqual([])
  await afterPaint()
  expect(asked).toEqual([3])
  address.value = 3
  expect(shown.value).toBe(3)
})

test('no address follows after a view was left', async () => {
  const { asked, open, leave } = start()
  open(2)
  leave()
  await afterPaint()
  expect(asked).toEqual([])
})

test('an address that reaches a photo before the last one does not go back to it', () => {
  const { address, shown, open } = start()
  open(2)
  open(3)
  address.value = 2
  expect(shown.value).toBe(3)
  address.value = 3
  expect(shown.value).toBe(3)
})

test('an address from outside wins', () => {
  const { address, shown, open } = start()
  open(2)
  address.value = 7
  expect(shown.value).toBe(7)
})

test('going back before the address has followed leaves nothing behind', () => {
  const { address, shown, open } = start()
  open(2)
  open(1)
  expect(shown.value).toBe(1)
  address.value = 7
  expect(shown.value).toBe(7)
})
