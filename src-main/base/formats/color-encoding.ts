/** A point of the CIE 1931 diagram: x and y. */
type Chromaticity = readonly [x: number, y: number]

/** How a signal of 0 to 1 becomes light: a power, or one of the curves that standards define. */
export type Transfer = 'srgb' | 'pq' | 'hlg' | { gamma: number } | BrightTransfer

/** The curve of sRGB up to this many nits, of light that is to be multiplied with its own brightness to a power. */
export type BrightTransfer = { nits: number; power: number }

/** The meaning of a picture's numbers, if the file declares it in numbers and not by an ICC profile. */
export type ColorEncoding = {
  red: Chromaticity
  green: Chromaticity
  blue: Chromaticity
  white: Chromaticity
  transfer: Transfer
  /** The brightest light in the picture (MaxCLL, CTA-861.3) in nits; null if unknown. */
  maxNits: number | null
}

const D65: Chromaticity = [0.3127, 0.329]
const C: Chromaticity = [0.31, 0.316]

type Primaries = Pick<ColorEncoding, 'red' | 'green' | 'blue' | 'white'>
const primariesOf = (red: Chromaticity, green: Chromaticity, blue: Chromaticity, white = D65): Primaries => ({
  red,
  green,
  blue,
  white,
})

const smpte170m = primariesOf([0.63, 0.34], [0.31, 0.595], [0.155, 0.07])

/** ColourPrimaries of ITU-T H.273 that occur in pictures. */
const primaries: Readonly<Record<number, Primaries>> = {
  1: primariesOf([0.64, 0.33], [0.3, 0.6], [0.15, 0.06]),
  4: primariesOf([0.67, 0.33], [0.21, 0.71], [0.14, 0.08], C),
  5: primariesOf([0.64, 0.33], [0.29, 0.6], [0.15, 0.06]),
  6: smpte170m,
  7: smpte170m,
  8: primariesOf([0.681, 0.319], [0.243, 0.692], [0.145, 0.049], C),
  9: primariesOf([0.708, 0.292], [0.17, 0.797], [0.131, 0.046]),
  10: primariesOf([1, 0], [0, 1], [0, 0], [1 / 3, 1 / 3]),
  11: primariesOf([0.68, 0.32], [0.265, 0.69], [0.15, 0.06], [0.314, 0.351]),
  12: primariesOf([0.68, 0.32], [0.265, 0.69], [0.15, 0.06]),
  22: primariesOf([0.63, 0.34], [0.295, 0.605], [0.155, 0.077]),
}

/**
 * TransferCharacteristics of ITU-T H.273. Screens show recordings with the curves of television (1, 6, 7, 14, 15) much
 * like sRGB, and programs treat them as sRGB.
 */
const transfers: Readonly<Record<number, Transfer>> = {
  1: 'srgb',
  4: { gamma: 2.2 },
  5: { gamma: 2.8 },
  6: 'srgb',
  7: 'srgb',
  8: { gamma: 1 },
  13: 'srgb',
  14: 'srgb',
  15: 'srgb',
  16: 'pq',
  17: { gamma: 2.6 },
  18: 'hlg',
}

const SRGB_PRIMARIES = 1

/** Two code points of ITU-T H.273, as in `nclx` boxes and `cICP` chunks. */
export type CodePoints = { primaries: number; transfer: number }

/** Converts code points. Null if they mean the default: sRGB, or values that are unspecified or unknown. */
export function encodingOf(points: CodePoints, maxNits: number | null = null): ColorEncoding | null {
  const known = { ...meaningOf(points), maxNits }
  return isLikeSrgb(known) ? null : known
}

/** What two code points mean; each that is unspecified or unknown is taken for that of sRGB. */
export const meaningOf = ({ primaries: space, transfer }: CodePoints): ColorEncoding => ({
  ...(primaries[space] ?? primaries[SRGB_PRIMARIES]!),
  transfer: transfers[transfer] ?? 'srgb',
  maxNits: null,
})

/** Chromaticities are written with five digits at most; gammas of 2.2 and 1 / 0.45455 are meant as sRGB. */
const SAME_POINT = 0.002
const SAME_GAMMA = 0.05

/** True if nobody could distinguish the encoding from sRGB. */
export function isLikeSrgb({ red, green, blue, white, transfer }: ColorEncoding): boolean {
  const srgb = primaries[SRGB_PRIMARIES]!
  const isSame = (a: Chromaticity, b: Chromaticity) =>
    Math.abs(a[0] - b[0]) <= SAME_POINT && Math.abs(a[1] - b[1]) <= SAME_POINT
  const isGamma = typeof transfer === 'object' && 'gamma' in transfer
  const hasCurve = isGamma ? Math.abs(transfer.gamma - 2.2) <= SAME_GAMMA : transfer === 'srgb'
  return (
    hasCurve &&
    isSame(red, srgb.red) &&
    isSame(green, srgb.green) &&
    isSame(blue, srgb.blue) &&
    isSame(white, srgb.white)
  )
}

/** The common name of the colours that code points mean; null for sRGB and unnamed ones. */
export function nameOfCodePoints(points: CodePoints): string | null {
  if (encodingOf(points) === null) return null
  const space = names[points.primaries] ?? null
  const curve = points.transfer === 16 ? 'PQ' : points.transfer === 18 ? 'HLG' : null
  return [space ?? (curve && 'BT.709'), curve].filter((word) => word !== null).join(' ') || null
}

const names: Readonly<Record<number, string>> = { 9: 'BT.2020', 11: 'DCI-P3', 12: 'Display P3' }

/** sRGB primaries with any curve, as in a PNG without `cHRM`. */
export const withGamma = (gamma: number): ColorEncoding => ({
  ...primaries[SRGB_PRIMARIES]!,
  transfer: { gamma },
  maxNits: null,
})
