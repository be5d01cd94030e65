import sharp from 'sharp'
import { expect, test } from 'vitest'
import { orientationOf, readTiffDirectories, tiffTag } from '../../../../src-main/base/formats/tiff/tiff-directories.ts'
import { buildNef, buildSensorTiff } from '../../../fixtures/raw-files.ts'

const tiff = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#468' } })
    .tiff()
    .toBuffer()

test('numbers, texts and offsets of a TIFF', async () => {
  const [main] = readTiffDirectories(await tiff())
  expect(main!.numbers(tiffTag.width)).toEqual([30])
  expect(main!.numbers(tiffTag.height)).toEqual([20])
  expect(main!.text(tiffTag.width)).toBeUndefined()
  expect(main!.numbers(0xbeef)).toBeUndefined()
  expect(main!.place(0xbeef)).toBeUndefined()
  const [named] = readTiffDirectories(buildSensorTiff(Buffer.alloc(200), { photometric: 1, make: 'Camera & Co' }))
  expect(named!.text(tiffTag.make)).toBe('Camera & Co')
  expect(named!.place(tiffTag.make)?.length).toBeGreaterThanOrEqual('Camera & Co'.length)
})

test('nested directories follow the main one, even if the TIFF begins inside other bytes', () => {
  const nef = buildNef(Buffer.alloc(200, 7), 6)
  const [main, nested] = readTiffDirectories(nef)
  expect(orientationOf(main)).toBe(6)
  expect(nested?.numbers(tiffTag.jpegLength)).toEqual([200])
  const shifted = readTiffDirectories(Buffer.concat([Buffer.alloc(11), nef]), 11)
  expect(shifted[1]?.numbers(tiffTag.jpegLength)).toEqual([200])
})

test('both byte orders are read', () => {
  const big = Buffer.from('4d4d002a00000008 0001 0112 0003 00000001 00080000 00000000'.replaceAll(' ', ''), 'hex')
  const little = Buffer.from('49492a0008000000 0100 1201 0300 01000000 08000000 00000000'.replaceAll(' ', ''), 'hex')
  for (const bytes of [big, little]) expect(orientationOf(readTiffDirectories(bytes)[0])).toBe(8)
  big[19] = 9
  expect(orientationOf(readTiffDirectories(big)[0])).toBeUndefined()
  expect(orientationOf(undefined)).toBeUndefined()
})

test('directories that point at each other or outside the file end the reading', () => {
  const loop = Buffer.from('4d4d002a00000008 0000 00000008'.replaceAll(' ', ''), 'hex')
  expect(readTiffDirectories(loop)).toHaveLength(1)
  const outside = Buffer.from('4d4d002affffffff0000', 'hex')
  expect(readTiffDirectories(outside)).toEqual([])
  expect(readTiffDirectories(Buffer.from('text'))).toEqual([])
})

test('a file truncated or changed anywhere causes no error', async () => {
  const bytes = await tiff()
  for (let at = 0; at < 400; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = 0xff - changed[at]!
    for (const each of [changed, bytes.subarray(0, at)])
      for (const directory of readTiffDirectories(each))
        expect(() => [directory.numbers(tiffTag.stripOffsets), directory.text(tiffTag.make)]).not.toThrow()
  }
})
