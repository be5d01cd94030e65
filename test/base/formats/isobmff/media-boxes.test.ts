import { expect, test } from 'vitest'
import { readBoxes } from '../../../../src-main/base/formats/isobmff/media-boxes.ts'

const box = (type: string, ...body: Buffer[]) => {
  const content = Buffer.concat(body)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}
const all = (bytes: Buffer) => readBoxes(bytes, 0, bytes.length)

test('boxes side by side and inside each other', () => {
  const bytes = Buffer.concat([box('ftyp', Buffer.alloc(4)), box('moov', box('trak'), box('mvhd', Buffer.alloc(9)))])
  const [, movie] = all(bytes)
  expect(all(bytes)).toEqual([
    { type: 'ftyp', start: 8, end: 12, isCutOff: false },
    { type: 'moov', start: 20, end: 45, isCutOff: false },
  ])
  expect(readBoxes(bytes, movie!.start, movie!.end).map(({ type }) => type)).toEqual(['trak', 'mvhd'])
})

test('a long size, a size that reaches the end, and a custom type', () => {
  const long = Buffer.from('00000001 6d646174 0000000000000014 01020304'.replaceAll(' ', ''), 'hex')
  expect(all(long)).toEqual([{ type: 'mdat', start: 16, end: 20, isCutOff: false }])
  const rest = Buffer.from('00000000 6d646174 0102'.replaceAll(' ', ''), 'hex')
  expect(all(rest)).toEqual([{ type: 'mdat', start: 8, end: 10, isCutOff: false }])
  const uuid = '85c0b687820f11e08111f4ce462b6a48'
  expect(all(box('uuid', Buffer.from(uuid, 'hex'), Buffer.alloc(3)))).toEqual([
    { type: 'uuid', uuid, start: 24, end: 27, isCutOff: false },
  ])
})

test('a truncated box is reported; bytes that form no box end the reading', () => {
  const bytes = box('moov', Buffer.alloc(20))
  expect(all(bytes.subarray(0, 15))).toEqual([{ type: 'moov', start: 8, end: 15, isCutOff: true }])
  expect(all(Buffer.from('0000000000'))).toHaveLength(1)
  expect(all(Buffer.from('000000046d6f6f76', 'hex'))).toEqual([])
  expect(all(Buffer.from('000000016d6f6f7600', 'hex'))).toEqual([])
  expect(all(box('uuid', Buffer.alloc(4)))).toEqual([])
})

test('a file of endless boxes is given up', () => {
  expect(all(Buffer.concat(Array.from({ length: 300 }, () => box('free'))))).toHaveLength(200)
})
