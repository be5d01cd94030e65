import { expect, test } from 'vitest'
import { readHeifItems } from '../../../../src-main/base/formats/isobmff/read-heif-items.ts'
import { readBoxes } from '../../../../src-main/base/formats/isobmff/media-boxes.ts'
import { heifFile } from '../../../library/metadata/heif-file.ts'

const exif = Buffer.from('tiff')
const itemsOf = (file: Buffer) => {
  const meta = readBoxes(file, 0, file.length).find(({ type }) => type === 'meta')!
  return readHeifItems(file, meta)
}

test.each(['meta-first', 'media-first', 'in-meta'] as const)('items and their offsets: %s', (order) => {
  const file = heifFile({ exif, xmp: '<x/>' }, order)
  const items = itemsOf(file)
  expect(items.map(({ id, type, contentType }) => ({ id, type, contentType }))).toEqual([
    { id: 1, type: 'Exif', contentType: '' },
    { id: 2, type: 'mime', contentType: 'application/rdf+xml' },
  ])
  const [{ offset, length } = { offset: 0, length: 0 }] = items[1]!.places
  expect(file.toString('latin1', offset, offset + length)).toBe('<x/>')
})

test('a list whose entries are empty, or too large, ends', () => {
  const whole = heifFile({ exif, xmp: '<x/>' })
  for (let at = 32; at < whole.length - 4; at++) {
    for (const bytes of [Buffer.alloc(4, 0xff), Buffer.alloc(4)]) {
      const damaged = Buffer.from(whole)
      bytes.copy(damaged, at)
      const meta = readBoxes(damaged, 0, damaged.length).find(({ type }) => type === 'meta')
      if (meta !== undefined) expect(readHeifItems(damaged, meta).length).toBeLessThan(10)
    }
  }
})
