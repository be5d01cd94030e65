import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { adobeRgb, displayP3, matrixProfile } from '../../../../src-main/base/formats/icc/matrix-profile.ts'
import { resourcesDir, tempFolder } from '../../../fixtures/folders.ts'
import { hasExiftool, hasVipsheader, readWithExiftool } from '../../../fixtures/other-programs.ts'

const shipped = join(resourcesDir, 'colors/adobe-rgb-compatible.icc')

const shippedP3 = join(resourcesDir, 'colors/display-p3.icc')

test("the shipped profiles equal their writer's output", () => {
  expect(readFileSync(shipped).equals(matrixProfile(adobeRgb))).toBe(true)
  expect(readFileSync(shippedP3).equals(matrixProfile(displayP3))).toBe(true)
})

test('Display P3 has the numbers of the profile built into libvips', async () => {
  for (const background of ['#ff0000', '#00ff00', '#0000ff', '#204060', '#ffffff', '#010203']) {
    const converted = async (profile: string) => {
      const picture = sharp({ create: { width: 4, height: 4, channels: 3, background } }).withIccProfile(profile)
      const png = await picture.png().toBuffer()
      return [...(await sharp(png, { ignoreIcc: true }).raw().toBuffer()).subarray(0, 3)]
    }
    const [own, builtIn] = [await converted(shippedP3), await converted('p3')]
    own.forEach((value, channel) => expect(Math.abs(value - builtIn[channel]!)).toBeLessThanOrEqual(1))
  }
})

test('the colour engine of libvips reads it: white stays white, and sRGB red gets the numbers of the specification', async () => {
  const convert = async (background: string) => {
    const picture = sharp({ create: { width: 4, height: 4, channels: 3, background } }).withIccProfile(shipped)
    return [
      ...(
        await sharp(await picture.png().toBuffer(), { ignoreIcc: true })
          .raw()
          .toBuffer()
      ).subarray(0, 3),
    ]
  }
  expect(await convert('#ffffff')).toEqual([255, 255, 255])
  const red = await convert('#ff0000')
  red.forEach((value, channel) => expect(Math.abs(value - [219, 0, 0][channel]!)).toBeLessThanOrEqual(1))
})

test.skipIf(!hasExiftool)('ExifTool reads its header and its points', () => {
  expect(readWithExiftool(shipped)).toMatchObject({
    'ICC-header:ProfileFileSignature': 'acsp',
    'ICC-header:ColorSpaceData': 'RGB ',
    'ICC_Profile:ProfileDescription': 'Compatible with Adobe RGB (1998)',
    'ICC_Profile:GreenMatrixColumn': '0.20528 0.62567 0.06087',
  })
})

test.skipIf(!hasVipsheader)('another build of libvips finds it in a file', async () => {
  const path = join(tempFolder(), 'a.png')
  const picture = sharp({ create: { width: 4, height: 4, channels: 3, background: '#123456' } }).withIccProfile(shipped)
  writeFileSync(path, await picture.png().toBuffer())
  const written = execFileSync('vipsheader', ['-f', 'icc-profile-data', path], { encoding: 'latin1' })
  expect(Buffer.from(written, 'base64').equals(matrixProfile(adobeRgb))).toBe(true)
})
