import {
  adaptWhite,
  D50,
  invert,
  matrixBetween,
  matrixToXyz,
  multiply,
  P3,
  type Row,
  xyzOf,
} from '../../base/color/matrices.ts'
import type { BrightTransfer, ColorEncoding } from '../../base/formats/color-encoding.ts'

/** Pixels of three channels, or four with opacity, 8 or 16 bits each, row by row. */
export type EncodedPixels = { data: Uint8Array | Uint16Array; channels: 3 | 4 }

/** White of texts and paper in a picture with brighter highlights (ITU-R BT.2408), in nits. */
const REFERENCE_NITS = 203
/** Default for the brightest light of a picture. */
const USUAL_MAX_NITS = 1000
/** Light of a PQ signal of 1. */
const PQ_NITS = 10_000
/** From light of an HLG scene to that of the screen that BT.2100 describes. */
const hlgScreen: BrightTransfer = { nits: 1000, power: 0.2 }
/** BT.2100's share of each channel in brightness. */
const LUMA = [0.2627, 0.678, 0.0593] as const

/** Start of the curve for highlights: anything darker stays unchanged. */
const KNEE = 0.75

/** Levels of light in the encoding table; a step is less than a quarter of the smallest of 8 bits. */
const STEPS = 1 << 14

/**
 * Converts pixels to Display P3 with 8 bits a channel; opacity stays. Light brighter than paper in PQ and HLG is
 * compressed into the range between paper and the screen's maximum, at the same hue.
 */
export function toDisplayP3({ data, channels }: EncodedPixels, encoding: ColorEncoding): Uint8Array {
  const { transfer } = encoding
  const max = data instanceof Uint16Array ? 65_535 : 255
  const light = lightTable(transfer, max)
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = matrixBetween(encoding, P3)
  const screen = screenOf(transfer)
  const brightest = Math.max(1, maxNitsOf(encoding) / REFERENCE_NITS)
  const out = new Uint8Array(data.length)
  for (let at = 0; at < data.length; at += channels) {
    let [r, g, b] = [light[data[at]!]!, light[data[at + 1]!]!, light[data[at + 2]!]!]
    if (screen !== null) {
      const gain = gainOf(screen, r, g, b)
      r *= gain
      g *= gain
      b *= gain
    }
    const red = rr * r + rg * g + rb * b
    const green = gr * r + gg * g + gb * b
    const blue = br * r + bg * g + bb * b
    putLight(out, at, red, green, blue, brightest)
    if (channels === 4) out[at + 3] = max === 255 ? data[at + 3]! : data[at + 3]! >> 8
  }
  return out
}

function maxNitsOf({ transfer, maxNits }: ColorEncoding): number {
  if (transfer === 'pq') return maxNits ?? USUAL_MAX_NITS
  const screen = screenOf(transfer)
  return screen === null ? REFERENCE_NITS : (maxNits ?? screen.nits)
}

function screenOf(transfer: ColorEncoding['transfer']): BrightTransfer | null {
  if (transfer === 'hlg') return hlgScreen
  return typeof transfer === 'object' && 'nits' in transfer ? transfer : null
}

/**
 * Writes light of Display P3, where 1 is the white of paper, into a picture of 8 bits a channel. If `brightest` exceeds
 * 1, light up to it is compressed into the range above the knee.
 */
export function putLight(
  out: Uint8Array,
  at: number,
  red: number,
  green: number,
  blue: number,
  brightest: number,
): void {
  const levels = encodingTable()
  const top = Math.max(red, green, blue)
  const gain = (brightest > 1 && top > KNEE ? bringDown(top, brightest) / top : 1) * (STEPS - 1)
  out[at] = levels[levelOf(red * gain)]!
  out[at + 1] = levels[levelOf(green * gain)]!
  out[at + 2] = levels[levelOf(blue * gain)]!
}

/** Channels of Lab in TIFF: signed (`cie`), or from 0 on with the neutral in the middle (`icc`). */
export type LabKind = 'cie' | 'icc'

/** Converts pixels of L, a and b under D50 to Display P3 with 8 bits a channel; opacity stays. */
export function labToDisplayP3({ data, channels }: EncodedPixels, kind: LabKind): Uint8Array {
  const isDeep = data instanceof Uint16Array
  const unit = isDeep ? 256 : 1
  const maxLight = !isDeep ? 255 : kind === 'cie' ? 65_535 : 65_280
  const chroma = (level: number) =>
    kind === 'icc' ? level / unit - 128 : (level >= 128 * unit ? level - 256 * unit : level) / unit
  const toP3 = multiply(invert(matrixToXyz(P3)), adaptWhite(D50, P3.white))
  const white = xyzOf(D50)
  const levels = encodingTable()
  const out = new Uint8Array(data.length)
  for (let at = 0; at < data.length; at += channels) {
    const y = (Math.min(100, (100 * data[at]!) / maxLight) + 16) / 116
    const point: Row = [
      white[0] * uncurve(y + chroma(data[at + 1]!) / 500),
      uncurve(y),
      white[2] * uncurve(y - chroma(data[at + 2]!) / 200),
    ]
    for (let i = 0; i < 3; i++) {
      const [x, l, z] = toP3[i]!
      out[at + i] = levels[levelOf((x * point[0] + l * point[1] + z * point[2]) * (STEPS - 1))]!
    }
    if (channels === 4) out[at + 3] = isDeep ? data[at + 3]! >> 8 : data[at + 3]!
  }
  return out
}

const uncurve = (f: number): number => (f > 6 / 29 ? f ** 3 : (3 * 36 * (f - 4 / 29)) / 841)

const levelOf = (light: number): number => (light <= 0 ? 0 : light >= STEPS - 1 ? STEPS - 1 : Math.round(light))

/** Compresses light above the knee by a curve that continues it smoothly and reaches 1 at the brightest light. */
function bringDown(light: number, brightest: number): number {
  const share = (Math.min(light, brightest) - KNEE) / (1 - KNEE)
  const whole = (brightest - KNEE) / (1 - KNEE)
  return KNEE + (1 - KNEE) * ((share * (1 + share / (whole * whole))) / (1 + share))
}

/** Light of every level, where 1 is the white of paper, or the brightest before the gain of a screen. */
function lightTable(transfer: ColorEncoding['transfer'], max: number): Float32Array {
  const table = new Float32Array(max + 1)
  for (let level = 0; level <= max; level++) table[level] = lightOf(transfer, level / max)
  return table
}

/** Light of a signal of 0 to 1, where 1 is the white of paper, or the brightest before the gain of a screen. */
export function lightOf(transfer: ColorEncoding['transfer'], signal: number): number {
  if (transfer === 'srgb') return signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4
  if (transfer === 'pq') return (lightOfPq(signal) * PQ_NITS) / REFERENCE_NITS
  if (transfer === 'hlg') return lightOfHlg(signal)
  return 'nits' in transfer ? lightOf('srgb', signal) : signal ** transfer.gamma
}

/** SMPTE ST 2084: 0 to 1 of 10,000 nits. */
function lightOfPq(signal: number): number {
  const power = signal ** (32 / 2523)
  return (Math.max(0, power - 107 / 128) / (2413 / 128 - (2392 / 128) * power)) ** (16_384 / 2610)
}

/** ITU-R BT.2100, the inverse of the curve of cameras: light of the scene, 0 to 1. */
function lightOfHlg(signal: number): number {
  const a = 0.17883277
  const b = 1 - 4 * a
  const c = 0.5 - a * Math.log(4 * a)
  return signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - c) / a) + b) / 12
}

/** What light becomes on a screen, as a share of paper white. */
function gainOf({ nits, power }: BrightTransfer, r: number, g: number, b: number): number {
  const luminance = LUMA[0] * r + LUMA[1] * g + LUMA[2] * b
  return luminance <= 0 ? 0 : (luminance ** power * nits) / REFERENCE_NITS
}

let kept: Uint8Array | undefined

/** Levels of 8 bits by light, on the curve that sRGB and Display P3 share. */
function encodingTable(): Uint8Array {
  if (kept !== undefined) return kept
  kept = new Uint8Array(STEPS)
  for (let step = 0; step < STEPS; step++) {
    const light = step / (STEPS - 1)
    kept[step] = Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
  }
  return kept
}
