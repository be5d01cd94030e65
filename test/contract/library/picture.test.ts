import { expect, test } from 'vitest'
import type { PhotoStatus } from '../../../src-main/contract/library/photo.ts'
import { parsePictureAddress, pictureAddress, type PictureRequest } from '../../../src-main/contract/library/picture.ts'

const parse = (address: string) => parsePictureAddress(new URL(address, 'http://localhost'))

test.each<PictureRequest>([
  { photoId: 1, kind: 'thumb', turn: 1, crop: null },
  {
    photoId: 12_345_678,
    kind: 'screen',
    turn: 6,
    crop: { left: 0.25, top: 0, right: 1, bottom: 0.75, angle: -2.5 },
  },
  { photoId: 7, kind: 'full', tile: { column: 12, row: 0 }, turn: 8, crop: null },
])('the address of %j says what was asked for', (request) => {
  const { photoId: id, kind, turn = 1, crop, tile } = request
  const photo = { id, thumbVersion: 4, turn, crop, status: 'ready' } as const
  expect(parse(pictureAddress('', photo, kind, tile))).toEqual({ request, version: '4' })
})

test('a photo without a thumbnail has a picture while it waits, or while its drive is away', () => {
  const addressFor = (status: PhotoStatus) => pictureAddress('/of', { id: 7, thumbVersion: 0, status }, 'thumb')
  expect([addressFor('pending'), addressFor('offline')]).toEqual(['/of/photo/7/thumb?v=0', '/of/photo/7/thumb?v=0'])
  expect([addressFor('failed'), addressFor('missing')]).toEqual(['', ''])
})

test('no picture has an address before the program around the page is known', () => {
  expect(pictureAddress(undefined, { id: 7, thumbVersion: 1, status: 'ready' }, 'thumb')).toBe('')
})

test('an address without a version is valid too', () => {
  expect(parse('/photo/3/large')).toEqual({
    request: { photoId: 3, kind: 'large', turn: 1, crop: null },
    version: null,
  })
})

test.each([
  '/photo/0/thumb',
  '/photo/1e3/thumb',
  '/photo/1/original',
  '/photo/1/preview?tile=0-0',
  '/photo/1/full?tile=',
  '/photo/1/thumb?turn=9',
  '/photo/1/thumb?turn=left',
  '/photo/1/thumb?crop=0,0,1',
])('%s is not the address of a picture', (address) => {
  expect(parse(address)).toBeNull()
})
