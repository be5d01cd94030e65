import { expect, test } from 'vitest'
import { readMatroska } from '../../../../src-main/base/formats/matroska/read-matroska.ts'

const element = (id: string, content: Buffer): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length | 0x10000000)
  return Buffer.concat([Buffer.from(id, 'hex'), size, content])
}
const float = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}
const head = element('1a45dfa3', element('4282', Buffer.from('webm')))
const info = element(
  '1549a966',
  Buffer.concat([element('2ad7b1', Buffer.from('0f4240', 'hex')), element('4489', float(65_250))]),
)
const video = element(
  'e0',
  Buffer.concat([element('b0', Buffer.from('0500', 'hex')), element('ba', Buffer.from('02d0', 'hex'))]),
)
const tracks = element('1654ae6b', element('ae', video))
const segment = (...parts: Buffer[]) =>
  Buffer.concat([head, Buffer.from('18538067', 'hex'), Buffer.from('01ffffffffffffff', 'hex'), ...parts])

test('a film gives its size and its length, even if its end is not known yet', () => {
  expect(readMatroska(segment(info, tracks))).toEqual({ width: 1280, height: 720, durationMs: 65_250 })
  expect(readMatroska(segment(tracks))).toEqual({ width: 1280, height: 720, durationMs: null })
  const cluster = element('1f43b675', Buffer.alloc(64, 0xff))
  expect(readMatroska(segment(info, cluster, tracks))).toEqual({ width: 0, height: 0, durationMs: 65_250 })
})

test('of a truncated film, or of another kind of file, everything readable is read', () => {
  const whole = segment(info, tracks)
  for (let end = 0; end < whole.length; end++) expect(() => readMatroska(whole.subarray(0, end))).not.toThrow()
  expect(readMatroska(Buffer.alloc(1000))).toEqual({ width: 0, height: 0, durationMs: null })
  expect(readMatroska(Buffer.alloc(1000, 0xff))).toEqual({ width: 0, height: 0, durationMs: null })
})
