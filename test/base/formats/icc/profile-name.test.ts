import sharp from 'sharp'
import { expect, test } from 'vitest'
import { adobeRgb, displayP3, matrixProfile } from '../../../../src-main/base/formats/icc/matrix-profile.ts'
import { screenOf } from '../../../../src-main/base/formats/icc/profile-gamut.ts'
import { readProfileName } from '../../../../src-main/base/formats/icc/profile-name.ts'

const profileOf = async (name: string) => {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } }).withIccProfile(name)
  return (await sharp(await picture.png().toBuffer()).metadata()).icc!
}

test.each([
  ['srgb', /sRGB/],
  ['p3', /P3/],
])('the name of a profile: %s', async (profile, name) => {
  expect(readProfileName(await profileOf(profile))).toMatch(name)
})

test('version 2 keeps its name in ASCII', () => {
  const profile = Buffer.alloc(128 + 4 + 12 + 32)
  profile.writeUInt32BE(1, 128)
  profile.write('desc', 132, 'latin1')
  profile.writeUInt32BE(144, 136)
  profile.write('desc', 144, 'latin1')
  profile.writeUInt32BE(10, 152)
  profile.write('Adobe RGB\0', 156, 'latin1')
  expect(readProfileName(profile)).toBe('Adobe RGB')
})

test('bytes without a profile have no name', async () => {
  const whole = await profileOf('p3')
  for (let at = 0; at < whole.length; at += 7)
    expect(typeof (readProfileName(whole.subarray(0, at)) ?? '')).toBe('string')
  expect(readProfileName(Buffer.alloc(300, 0xff))).toBeNull()
})

test('screen profiles are recognised by their colours and curves, others are not', async () => {
  const [srgb, p3] = await Promise.all(['srgb', 'p3'].map(profileOf))
  expect([screenOf(srgb!), screenOf(p3!), screenOf(matrixProfile(displayP3, 128))]).toEqual(['srgb', 'p3', 'p3'])
  expect([adobeRgb, { ...displayP3, gamma: 2.2 }].map((space) => screenOf(matrixProfile(space)))).toEqual([null, null])
  for (let at = 0; at < p3!.length; at += 7) expect([null, 'p3']).toContain(screenOf(p3!.subarray(0, at)))
})
