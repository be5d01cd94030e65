import { expect, test } from 'vitest'
import { isPhotoName } from '../../../../src-main/library/ingest/places/supported.ts'

test('the file name tells whether a file is a photo', () => {
  expect(['a.jpg', 'A.NEF', 'b.hif', 'c.mpo', 'd.x3f', 'e.mp4', 'F.MOV', 'g.jxl', 'h.psb'].every(isPhotoName)).toBe(
    true,
  )
  expect(['a.svg', '._a.jpg', 'a.jpg.xmp', 'jpg', 'a.mp3'].some(isPhotoName)).toBe(false)
})
