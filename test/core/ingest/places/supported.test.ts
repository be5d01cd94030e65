import { expect, test } from 'vitest'
import { isPhotoName } from '../../../../src-main/core/ingest/places/supported.ts'

test('what is a photo goes by the name', () => {
  expect(['a.jpg', 'A.NEF', 'b.hif', 'c.mpo', 'd.x3f'].every(isPhotoName)).toBe(true)
  expect(['a.svg', '._a.jpg', 'a.jpg.xmp', 'jpg', 'a.mp4'].some(isPhotoName)).toBe(false)
})
