import { expect, test } from 'vitest'
import { FolderSidecars } from '../../../src-main/library/metadata/sidecar-paths.ts'

const find = (photo: string, ...names: string[]) => {
  const { ofFile, ofStem, takeout } = new FolderSidecars([photo, ...names]).of(photo)
  return [ofFile, ofStem, takeout].map((name) => name ?? '')
}

test('sidecars of any spelling belong to their photo, unless another photo has that spelling', () => {
  expect(find('a.jpg', 'a.Xmp', 'a.jpg.XMP')).toEqual(['a.jpg.XMP', 'a.Xmp', ''])
  expect(find('NAMED.JPG', 'named.xmp', 'Named.jpg.xMp')).toEqual(['Named.jpg.xMp', 'named.xmp', ''])
  expect(find('NAMED.JPG', 'named.xmp', 'named.jpg')[1]).toBe('')
  expect(find('a.jpg', 'A.xmp', 'a.XMP', 'a.xmp')[1]).toBe('a.xmp')
  expect(find('Caf\u00e9.jpg', 'Cafe\u0301.XMP')[1]).toBe('Cafe\u0301.XMP')
  expect(find('a.jpg', 'b.xmp')).toEqual(['', '', ''])
})

const LONG = 'original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P'
test.each([
  ['IMG_3397.JPG', 'IMG_3397.JPG.json'],
  ['IMG_3397.JPG', 'IMG_3397.JPG.supplemental-metadata.json'],
  ['PXL_20210102_221126856.jpg', 'PXL_20210102_221126856.jpg.supplemental-metada.json'],
  ['PXL_20210102_221126856.MP~2.jpg', 'PXL_20210102_221126856.MP~2.jpg.supplemental-.json'],
  ['IMG(1).jpg', 'IMG.jpg(1).json'],
  ['IMG(1).jpg', 'IMG.jpg.supplemental-metadata(1).json'],
  ['IMG(1).jpg', 'IMG(1).jpg.json'],
  [`${LONG}.jpg`, `${LONG.slice(0, 46)}.json`],
  [`${LONG}(1).jpg`, `${LONG.slice(0, 46)}(1).json`],
  ['IMG_1-edited.jpg', 'IMG_1.jpg.json'],
  ['IMG_1-bearbeitet.jpg', 'IMG_1.jpg.supplemental-metadata.json'],
  ['IMG_1-edited(2).jpg', 'IMG_1.jpg(2).json'],
  ['IMG_1(2)-edited.jpg', 'IMG_1.jpg(2).json'],
  ['IMG_1.MP4', 'IMG_1.HEIC.json'],
  ['PXL_1.MP', 'PXL_1.MP.jpg.json'],
  ['IMG_1.jpg', 'IMG_1.json'],
])('Google Takeout describes %s in %s', (photo, json) => {
  expect(find(photo, json)[2]).toBe(json)
})

test('the JSON of an album, or of another photo with a similar name, is ignored', () => {
  for (const json of ['IMG_2.jpg.json', 'IMG.jpg.json', 'IMG.jpg(2).json', 'metadata.json', 'IMG(1).jp.json'])
    expect(find('IMG(1).jpg', json)[2]).toBe('')
  expect(find('IMG.jpg', 'IMG.jpg(1).json', 'IMG.jpg.supplemental-metadata(1).json')[2]).toBe('')
  expect(find('IMG(1).jpg', 'IMG(1).jpg.json', 'IMG.jpg(1).json')[2]).toBe('IMG.jpg(1).json')
})
