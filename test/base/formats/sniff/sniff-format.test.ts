import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sniffFormat } from '../../../../src-main/base/formats/sniff/sniff-format.ts'
import { buildCr3, buildNef, buildRaf, buildRw2, buildSensorTiff } from '../../../fixtures/raw-files.ts'

const picture = () => sharp({ create: { width: 30, height: 20, channels: 3, background: '#468' } })
const jpeg = await picture().jpeg().toBuffer()
const text = (content: string) => Buffer.from(content, 'latin1')
const media = (...brands: string[]) => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(12 + 4 * brands.length)
  return Buffer.concat([size, text('ftyp'), text(brands[0]!), Buffer.alloc(4), text(brands.slice(1).join(''))])
}

const cases: [format: string, family: string, bytes: Buffer][] = [
  ['jpeg', 'picture', jpeg],
  ['png', 'picture', await picture().png().toBuffer()],
  ['gif', 'picture', await picture().gif().toBuffer()],
  ['webp', 'picture', await picture().webp().toBuffer()],
  ['avif', 'picture', await picture().avif({ effort: 0 }).toBuffer()],
  ['tiff', 'picture', await picture().tiff().toBuffer()],
  ['heic', 'heic', media('mif1', 'heic')],
  ['cr3', 'raw', buildCr3(jpeg, 1)],
  ['raf', 'raw', Buffer.concat([text('FUJIFILMCCD-RAW '), buildRaf(jpeg).subarray(16)])],
  ['rw2', 'raw', buildRw2(jpeg)],
  ['orf', 'raw', text('IIRO')],
  ['crw', 'raw', text('II\x1a\0\0\0HEAPCCDR')],
  ['mrw', 'raw', text('\0MRM')],
  ['x3f', 'raw', text('FOVb')],
  ['nef', 'raw', buildSensorTiff(jpeg, { photometric: 32803, make: 'NIKON CORPORATION' })],
  ['mov', 'video', media('qt  ')],
  ['mp4', 'video', media('isom')],
  ['avi', 'video', text('RIFF\0\0\0\0AVI LIST')],
  ['mkv', 'video', text('\x1a\x45\xdf\xa3 matroska')],
  ['webm', 'video', text('\x1a\x45\xdf\xa3 webm')],
  ['mts', 'video', Buffer.alloc(188 * 4, text('G').toString().padEnd(188, 'x'))],
  ['mts', 'video', Buffer.alloc(192 * 4, '    G'.padEnd(192, 'x'))],
  ['svg', 'unsupported', text('<?xml version="1.0"?>\n<!-- a --><svg xmlns="x">')],
  ['pdf', 'unsupported', text('%PDF-1.7')],
  ['jxl', 'jxl', text('\xff\x0a')],
  ['jxl', 'jxl', text('\0\0\0\x0cJXL \r\n\x87\n')],
  ['psd', 'psd', text('8BPS\0\x01')],
  ['psb', 'psd', text('8BPS\0\x02')],
  ['bmp', 'bmp', Buffer.concat([text('BM'), Buffer.alloc(12), Buffer.from([40]), Buffer.alloc(40)])],
  ['unknown', 'unknown', text('hello')],
  ['unknown', 'unknown', Buffer.alloc(0)],
]

test.each(cases)('a %s (%s) is recognised by its content', (format, family, bytes) => {
  expect(sniffFormat(bytes, 'name.txt')).toEqual({ format, family })
})

test('the name identifies RAW files that look like TIFF, and nothing else', () => {
  const nef = buildNef(jpeg, 1)
  expect(sniffFormat(nef, 'a.NEF')).toEqual({ format: 'nef', family: 'raw' })
  expect(sniffFormat(nef, 'a.dcr')).toEqual({ format: 'dcr', family: 'raw' })
  expect(sniffFormat(jpeg, 'a.nef')).toEqual({ format: 'jpeg', family: 'picture' })
  expect(sniffFormat(text('II+\0'), 'a.nef')).toEqual({ format: 'tiff', family: 'picture' })
})
