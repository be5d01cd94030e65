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
