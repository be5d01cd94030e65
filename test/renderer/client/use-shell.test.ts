import { expect, test } from 'vitest'
import type { PhotoStatus } from '../../../src-main/contract/library/photo.ts'
import { useShell } from '../../../src-renderer/client/use-shell.ts'
import { withStores } from '../mount-app.ts'

test('a photo without a thumbnail has a picture while it waits, or while its drive is unplugged', async () => {
  const { result: shell } = withStores({}, useShell)
  await shell.load()
  const addressFor = (status: PhotoStatus) => shell.pictureOf({ id: 7, thumbVersion: 0, turn: 1, status }, 'thumb')
  expect(addressFor('pending')).toMatch(/\/photo\/7\/thumb\?v=0$/)
  expect(addressFor('offline')).toBe(addressFor('pending'))
  expect([addressFor('failed'), addressFor('missing')]).toEqual(['', ''])
})
