import { expect, test } from 'vitest'
import { isPhotoName } from '../../../../src-main/library/ingest/places/supported.ts'

test('what is a photo goes by the name', () => {
  expect(['a.jpg', 'A.NEF', 'b.hif', 'c.mpo', 'd.x3f', 'e.mp4', 'F.MOV', 'g.jxl', 'h.psb'].every(isPhotoName)).toBe(
    true,
  )
  expect(['a.svg', '._a.jpg', 'a.jpg.xmp', 'jpg', 'a.mp3'].some(isPhotoName)).toBe(false)
})
