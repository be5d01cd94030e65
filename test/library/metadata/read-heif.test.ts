import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyMetadata } from '../../../src-main/contract/library/empty-metadata.ts'
import { readMetadata } from '../../../src-main/library/metadata/read-metadata.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { endlessHeif, heifFile } from './heif-file.ts'
import { put, tiffWithMakeAtEnd, xmpPacket } from './photo-file.ts'

const photos = sharedPhotos()
const read = async (bytes: Buffer) => (await readMetadata(await put(join(tempFolder('heif'), 'a.heic'), bytes)))!
const exif = tiffWithMakeAtEnd('Lumen')
const xmp = xmpPacket('xmp:Rating="4" xmp:Label="Green"')

test('a box without a length ends the reading', async () => {
  expect(endlessHeif).toHaveLength(80)
  expect((await read(endlessHeif)).metadata).toEqual(emptyMetadata())
})

test.each(['meta-first', 'media-first', 'in-meta'] as const)('EXIF and XMP are found: %s', async (order) => {
  const { metadata } = await read(heifFile({ exif, xmp }, order))
  expect(metadata).toMatchObject({ cameraMake: 'Lumen', rating: 4, label: 'Green' })
  expect((await read(heifFile({ xmp }, order))).metadata.rating).toBe(4)
})

test('a half-copied file that ends in zeros still gives the metadata that arrived', { tags: 'night' }, async () => {
  for (const order of ['meta-first', 'media-first'] as const) {
    const whole = heifFile({ exif, xmp }, order)
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 200)) {
      const half = Buffer.alloc(whole.length)
      whole.copy(half, 0, 0, at)
      for (const bytes of [half, whole.subarray(0, at)]) expect(await read(bytes)).toMatchObject({ problem: null })
    }
  }
})

test.skipIf(photos === null)('a half-copied real file still gives the metadata that arrived', async () => {
  const whole = readFileSync(join(photos!, 'formats/IMG_2682.heic'))
  for (const part of [0.001, 0.003, 0.01, 0.5]) {
    const half = Buffer.alloc(whole.length)
    whole.copy(half, 0, 0, Math.round(whole.length * part))
    expect(await read(half)).toMatchObject({ problem: null })
  }
  expect((await read(whole)).metadata.cameraModel).toBe('iPhone 7')
})
