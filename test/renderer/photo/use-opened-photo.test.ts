import { expect, test } from 'vitest'
import { ref } from 'vue'
import { useOpenedPhoto } from '../../../src-renderer/photo/use-opened-photo.ts'

const start = () => {
  const address = ref(1)
  const asked: number[] = []
  const { shown, open } = useOpenedPhoto(
    () => address.value,
    (id) => asked.push(id),
  )
  return { address, asked, shown, open }
}

test('a photo is shown before its address is there', () => {
  const { address, asked, shown, open } = start()
  open(2)
  expect(shown.value).toBe(2)
  expect(asked).toEqual([2])
  address.value = 2
  expect(shown.value).toBe(2)
})

test('an address that comes to a photo before the last one does not go back to it', () => {
  const { address, shown, open } = start()
  open(2)
  open(3)
  address.value = 2
  expect(shown.value).toBe(3)
  address.value = 3
  expect(shown.value).toBe(3)
})

test('an address that comes from elsewhere decides', () => {
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
