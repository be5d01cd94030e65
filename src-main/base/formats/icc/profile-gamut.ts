import { displayP3 } from './matrix-profile.ts'
import { findTag } from './profile-name.ts'

/** From XYZ adapted to D50 to linear sRGB (Bradford; inverse of the columns of the sRGB profile). */
const TO_SRGB = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const
/** A pure colour of the profile is outside sRGB if a channel is this far below zero there. */
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
    const point = [8, 12, 16].map((place) => fixedAt(profile, at + place))
    return TO_SRGB.some((row) => row.reduce((sum, factor, axis) => sum + factor * point[axis]!, 0) < OUTSIDE)
  })
}

/** Red, green and blue under D50, from the profiles of sRGB and Display P3. */
const SCREENS = {
  srgb: [
    [0.43607, 0.22249, 0.01392],
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.7141],
  ],
  p3: [displayP3.red, displayP3.green, displayP3.blue],
} as const
const SAME_POINT = 0.002
/** Tolerance in light: in the dark, where steps are smallest, somewhat more than one of 256 levels. */
const SAME_LIGHT = 0.0004
const SAMPLES = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9] as const

/** Whether an RGB profile is sRGB or Display P3, so that 8 bits need no conversion; null for all others. */
export function screenOf(profile: Buffer): keyof typeof SCREENS | null {
  if (profile.toString('latin1', 16, 20) !== 'RGB ' || findTag(profile, 'A2B0') !== null) return null
  const hasCurve = ['rTRC', 'gTRC', 'bTRC'].every((tag) =>
    SAMPLES.every((signal) => {
      const wanted = signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4
      return Math.abs(lightBy(profile, findTag(profile, tag), signal) - wanted) <= SAME_LIGHT
    }),
  )
  if (!hasCurve) return null
  const points = ['rXYZ', 'gXYZ', 'bXYZ'].map((tag) => {
    const at = findTag(profile, tag)
    return at === null || at + 20 > profile.length ? null : [8, 12, 16].map((place) => fixedAt(profile, at + place))
  })
  const isSame = (screen: keyof typeof SCREENS) =>
    points.every((point, i) =>
      point?.every((value, axis) => Math.abs(value - SCREENS[screen][i]![axis]!) <= SAME_POINT),
    )
  return isSame('srgb') ? 'srgb' : isSame('p3') ? 'p3' : null
}

const fixedAt = (profile: Buffer, at: number): number => profile.readInt32BE(at) / 65_536

/**
 * Light of a signal of 0 to 1 by a `curv` or `para` tag (ICC.1:2022, 10.6 and 10.18); NaN for other or truncated tags.
 */
function lightBy(profile: Buffer, at: number | null, signal: number): number {
  const type = at === null ? '' : profile.toString('latin1', at, at + 4)
  if (at === null || at + 12 > profile.length) return NaN
  if (type === 'curv') {
    const count = profile.readUInt32BE(at + 8)
    if (count < 2 || at + 12 + 2 * count > profile.length) return NaN // straight, or one gamma: no curve of a screen
    const place = signal * (count - 1)
    const before = Math.min(Math.floor(place), count - 2)
    const [low, high] = [before, before + 1].map((point) => profile.readUInt16BE(at + 12 + 2 * point) / 65_535)
    return low! + (high! - low!) * (place - before)
  }
  if (type !== 'para' || profile.readUInt16BE(at + 8) !== 3 || at + 32 > profile.length) return NaN
  const [g, a, b, c, d] = [12, 16, 20, 24, 28].map((place) => fixedAt(profile, at + place)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  return signal >= d ? (a * signal + b) ** g : c * signal
}
