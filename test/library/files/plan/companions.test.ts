import { expect, test } from 'vitest'
import { companionsOf, folderNames, renameCompanion } from '../../../../src-main/library/files/plan/companions.ts'
import { FolderSidecars } from '../../../../src-main/library/metadata/sidecar-paths.ts'

const long = 'a name of more letters than Google leaves to its files'

test.each([
  ['IMG.jpg', ['IMG.jpg.json'], 'New.jpg.json'],
  ['IMG.jpg', ['IMG.jpg.supplemental-metadata.json'], 'New.jpg.supplemental-metadata.json'],
  ['IMG(1).jpg', ['IMG.jpg', 'IMG.jpg.json', 'IMG.jpg(1).json'], 'New.jpg.json'],
  ['IMG(1).jpg', ['IMG.jpg', 'IMG.jpg.json', 'IMG.jpg.supplemental-metadata(1).json'], 'New.jpg.json'],
  [`${long}.jpg`, [`${long.slice(0, 46)}.json`], 'New.jpg.json'],
  ['IMG-edited.jpg', ['IMG.jpg.json'], 'New.jpg.json'],
])("Google's JSON moves with %s beside %j", (photo, beside, expected) => {
  const [companion] = companionsOf([photo], folderNames([photo, ...beside]))
  expect(companion).toBe(beside.at(-1))
  const renameTo = (stem: string) => (name: string) => name.replace(photo.replace('.jpg', ''), stem)
  const renamed = renameCompanion(companion!, [photo], renameTo('New'))
  expect(renamed).toBe(expected)
  // The program finds it again, even beside a photo with a long name, and leaves it if nothing is renamed.
  expect(new FolderSidecars([renamed]).of('New.jpg').takeout).toBe(renamed)
  const longer = renameCompanion(companion!, [photo], renameTo(`${long} 2`))
  expect(new FolderSidecars([longer]).of(`${long} 2.jpg`).takeout).toBe(longer)
  expect(renameCompanion(companion!, [photo], (name) => name)).toBe(companion)
})

test.each([['IMG-edited.jpg'], ['IMG.mp4'], ['IMG(1).jpg']])('%s leaves a JSON to the photo it describes', (photo) => {
  expect(companionsOf([photo], folderNames([photo, 'IMG.jpg', 'IMG.jpg.json']))).toEqual([])
})

test.each([
  ['IMG_0012.HEIC', ['IMG_0012.AAE', 'IMG_O0012.AAE']],
  ['DSC_0012.NEF', ['DSC_0012.NEF.xmp', 'DSC_0012_01.NEF.xmp']],
  ['trip.NEF', ['trip_01.NEF.xmp']],
  ['2024_06.jpg', ['2024_06.jpg.pp3']],
  ['DSC.NEF', ['DSC_01.NEF.xmp']],
  ['Z\u00fcrich.jpg', ['Zu\u0308rich.xmp']],
])('files beside %s are its own, also if its name ends in a number: %j', (photo, beside) => {
  const others = ['IMG_0013.HEIC', 'IMG_0013.AAE', 'IMG_O0013.AAE', 'DSC_0013.NEF', 'DSC_0013_01.NEF.xmp']
  expect(companionsOf([photo], folderNames([photo, ...beside, ...others]))).toEqual(beside)
})

test('the names beside a photo are its own ones, however many photos of its camera are in the folder', () => {
  const photos = Array.from({ length: 1000 }, (_, i) => `IMG_${String(i).padStart(4, '0')}.jpg`)
  const { beside } = folderNames([...photos, 'IMG_0012.xmp', 'IMG_0012_01.jpg.xmp', 'IMG_O0012.AAE'])
  expect(beside('IMG_0012.jpg').toSorted()).toEqual([
    'IMG_0012.jpg',
    'IMG_0012.xmp',
    'IMG_0012_01.jpg.xmp',
    'IMG_O0012.AAE',
  ])
})
