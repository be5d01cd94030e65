import { findTag } from './profile-name.ts'

/** From points adapted to D50 to linear sRGB (Bradford; inverse of the columns of the sRGB profile). */
const TO_SRGB = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const
/** A pure colour of the profile with a channel this far below zero in sRGB cannot be shown there. */
const OUTSIDE = -0.05

/**
 * Whether an RGB profile (ICC.1, of three primaries and curves) has colours that sRGB cannot show: Display P3, Adobe
 * RGB, ProPhoto. False for profiles of other kinds.
 */
export function isWiderThanSrgb(profile: Buffer): boolean {
  if (profile.toString('latin1', 16, 20) !== 'RGB ') return false
  return ['rXYZ', 'gXYZ', 'bXYZ'].some((tag) => {
    const at = findTag(profile, tag)
    if (at === null || at + 20 > profile.length) return false
    const point = [8, 12, 16].map((place) => profile.readInt32BE(at + place) / 65_536)
    return TO_SRGB.some((row) => row.reduce((sum, factor, axis) => sum + factor * point[axis]!, 0) < OUTSIDE)
  })
}
