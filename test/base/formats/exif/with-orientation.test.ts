import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { withOrientation } from '../../../../src-main/base/formats/exif/with-orientation.ts'

const picture = () => sharp({ create: { width: 20, height: 10, channels: 3, background: '#468' } })

describe('a JPEG with a new orientation', () => {
  test.each([1, 3, 6, 8])('has %i and none of its earlier EXIF', async (orientation) => {
    const jpeg = await picture()
      .withExif({ IFD0: { Artist: 'Ann', Orientation: '5' } })
      .jpeg()
      .toBuffer()
    const { data, info } = await sharp(withOrientation(jpeg, orientation)).toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 20, height: 10 })
    expect(data.length).toBeGreaterThan(0)
    const described = await sharp(withOrientation(jpeg, orientation)).metadata()
    expect(described.orientation).toBe(orientation)
    expect(described.exif?.includes('Ann')).toBe(false)
  })

  test('keeps its colour profile and its pixels', async () => {
    const jpeg = await picture().withIccProfile('p3').jpeg().toBuffer()
    const turned = withOrientation(jpeg, 6)
    expect((await sharp(turned).metadata()).icc).toEqual((await sharp(jpeg).metadata()).icc)
    expect(await sharp(turned).raw().toBuffer()).toEqual(await sharp(jpeg).raw().toBuffer())
  })

  test('may have no segment before its tables, or be truncated', async () => {
    const bare = Buffer.from('ffd8ffdb0004000000', 'hex')
    expect(withOrientation(bare, 6).subarray(-7)).toEqual(bare.subarray(2))
    expect(withOrientation(Buffer.from('ffd8ffe0ffff00', 'hex'), 6).subarray(-5)).toEqual(
      Buffer.from('ffe0ffff00', 'hex'),
    )
  })
})
