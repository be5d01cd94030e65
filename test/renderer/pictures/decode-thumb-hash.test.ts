import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash'
import { expect, test } from 'vitest'
import { decodeThumbHash } from '../../../src-renderer/pictures/decode-thumb-hash.ts'

/** A picture of waves of colour; its right side is transparent if `isClear`. */
function drawPixels(width: number, height: number, isClear: boolean): Uint8Array {
  const rgba = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const alpha = isClear ? Math.max(0, 255 - (x * 300) / width) : 255
    rgba.set([x * 5, 200 - y * 3, (x * y) % 256, alpha], at * 4)
  }
  return rgba
}

test.each([
  ['a wide one', 48, 30, false],
  ['a tall one', 20, 50, false],
  ['a strip', 60, 9, false],
  ['a square one', 40, 40, false],
  ['one with holes', 44, 31, true],
])('a hash is decoded like its own package does: %s', (_, width, height, isClear) => {
  const hash = rgbaToThumbHash(width, height, drawPixels(width, height, isClear))
  const wanted = thumbHashToRGBA(hash)
  const { rgba, ...size } = decodeThumbHash(hash, 32)!
  expect(size).toEqual({ width: wanted.w, height: wanted.h })
  const difference = Math.max(...rgba.map((value, at) => Math.abs(value - wanted.rgba[at]!)))
  expect(difference).toBeLessThanOrEqual(1)
})

test('a hash is decoded to fewer pixels of the same shape', () => {
  const { width, height } = decodeThumbHash(rgbaToThumbHash(48, 30, drawPixels(48, 30, false)), 16)!
  expect([width, height]).toEqual([16, 9])
})

test.each([
  ['nothing', []],
  ['too few bytes', [1, 2, 3, 4, 5]],
  ['no shape', [0, 0, 0, 0, 0, 0, 0]],
])('an invalid hash is refused: %s', (_, bytes) => {
  expect(decodeThumbHash(Uint8Array.from(bytes), 16)).toBeNull()
})
