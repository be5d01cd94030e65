import { expect, test } from 'vitest'
import { readAvi } from '../../../../src-main/base/formats/avi/read-avi.ts'

const film = (): Buffer => {
  const bytes = Buffer.alloc(200)
  for (const [text, at] of [
    ['RIFF', 0],
    ['AVI LIST', 8],
    ['hdrlavih', 20],
  ] as const)
    bytes.write(text, at, 'latin1')
  bytes.writeUInt32LE(40_000, 32) // microseconds of a frame
  bytes.writeUInt32LE(125, 48)
  bytes.writeUInt32LE(640, 64)
  bytes.writeUInt32LE(480, 68)
  return bytes
}

test('the main header gives size and length', () => {
  expect(readAvi(film())).toEqual({ width: 640, height: 480, durationMs: 5000 })
  expect(readAvi(film().subarray(0, 60))).toBeNull()
  expect(readAvi(Buffer.alloc(200))).toBeNull()
})
