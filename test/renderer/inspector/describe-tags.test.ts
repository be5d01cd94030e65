import { expect, test } from 'vitest'
import type { FileTags } from '../../../src-main/contract/library/file-tags.ts'
import { countTags, findTags, titleOf, wordsOf, writeTags } from '../../../src-renderer/inspector/describe-tags.ts'

const photo: FileTags = {
  path: '/photos/a.jpg',
  problem: null,
  groups: [
    { name: 'IFD0', tags: [{ name: 'Make', value: 'Lumen' }] },
    {
      name: 'ExifIFD',
      tags: [
        { name: 'DateTimeOriginal', value: '2024:05:05 10:00:00' },
        { name: 'FNumber', value: '2.8' },
      ],
    },
  ],
}
const sidecar: FileTags = {
  path: '/photos/a.jpg.xmp',
  problem: null,
  groups: [{ name: 'XMP-dc', tags: [{ name: 'Title', value: 'At sea, Αθήνα' }] }],
}

test('names of tags and blocks are shown as words', () => {
  expect(['DateTimeOriginal', 'FNumber', 'GPSLatitude', 'Make', 'XPTitle', 'ISO'].map(wordsOf)).toEqual([
    'Date Time Original',
    'F Number',
    'GPS Latitude',
    'Make',
    'XP Title',
    'ISO',
  ])
  expect([...photo.groups, ...sidecar.groups].map(titleOf)).toEqual(['EXIF: picture', 'EXIF: capture', 'XMP: dc'])
})

test('a search finds tags by name, block or value, and hides empty blocks', () => {
  const found = (search: string) => findTags([photo, sidecar], search).flatMap(({ groups }) => groups)
  const names = (search: string) => found(search).flatMap(({ tags }) => tags.map(({ name }) => name))
  expect(names('date original')).toEqual(['DateTimeOriginal'])
  expect(names('DATETIME')).toEqual(['DateTimeOriginal'])
  expect(names('exif lumen')).toEqual(['Make'])
  expect(names('xmp-dc')).toEqual(['Title'])
  expect(names('ΑΘΗΝΑ')).toEqual(['Title'])
  expect(names('nowhere')).toEqual([])
  expect(findTags([photo, sidecar], ' ')).toEqual([photo, sidecar])
  expect(countTags([photo, sidecar])).toBe(4)
})

test('the copied text has a line for each tag, under the path of its file', () => {
  expect(writeTags([sidecar])).toBe('/photos/a.jpg.xmp\nXMP-dc:Title\tAt sea, Αθήνα')
})
