import type { Bytes } from '../bytes.ts'
import { type CodePoints, type ColorEncoding, encodingOf, isLikeSrgb, withGamma } from '../color-encoding.ts'

/** What a PNG says about its colours, besides an ICC profile. */
export type PngColor = {
  encoding: ColorEncoding | null
  /** Its cICP chunk. */
  codePoints: CodePoints | null
}

const SIGNATURE_BYTES = 8
/** Chunks about colours precede the pixels. */
const MAX_CHUNKS = 1000
const CHROMATICITIES_BYTES = 32

/**
 * Reads a PNG's declaration of its colours (PNG specification, third edition, 4.3). `cICP` takes precedence over an ICC
 * profile, this over `sRGB`, and `gAMA` with `cHRM` comes last. The encoding is null if libvips shows the picture
 * correctly: in sRGB, or by its profile.
 */
export function readPngColor(bytes: Bytes): PngColor {
  const chunks = readChunks(bytes)
  const cicp = chunks.get('cICP')
  if (cicp !== undefined && cicp.length >= 2) {
    const codePoints = { primaries: cicp[0]!, transfer: cicp[1]! }
    return { encoding: encodingOf(codePoints, readMaxNits(chunks.get('cLLI'))), codePoints }
  }
  if (chunks.has('iCCP') || chunks.has('sRGB')) return { encoding: null, codePoints: null }
  const encoding = readGamma(chunks.get('gAMA'), chunks.get('cHRM'))
  return { encoding: encoding === null || isLikeSrgb(encoding) ? null : encoding, codePoints: null }
}

/** The first of each kind of chunk before the pixels. */
function readChunks(bytes: Bytes): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  for (let at = SIGNATURE_BYTES, count = 0; at + 12 <= bytes.length && count < MAX_CHUNKS; count++) {
    const head = bytes.subarray(at, at + 8)
    const type = head.toString('latin1', 4, 8)
    if (type === 'IDAT' || type === 'IEND') break
    const end = at + 8 + head.readUInt32BE(0)
    if (!found.has(type)) found.set(type, bytes.subarray(at + 8, Math.min(end, at + 8 + CHROMATICITIES_BYTES)))
    at = end + 4
  }
  return found
}

/** MaxCLL in ten-thousandths of a nit; 0 means unknown. */
function readMaxNits(chunk: Buffer | undefined): number | null {
  return chunk === undefined || chunk.length < 4 ? null : chunk.readUInt32BE(0) / 10_000 || null
}

/** `gAMA` is the power of the encoding, `cHRM` eight coordinates, both in hundred-thousandths. */
function readGamma(gamma: Buffer | undefined, points: Buffer | undefined): ColorEncoding | null {
  const power = gamma !== undefined && gamma.length >= 4 ? gamma.readUInt32BE(0) / 100_000 : 0
  const encoding = withGamma(power > 0 ? 1 / power : 2.2)
  if (points === undefined || points.length < CHROMATICITIES_BYTES) return power > 0 ? encoding : null
  const [white, red, green, blue] = [0, 1, 2, 3].map((point): [number, number] => [
    points.readUInt32BE(8 * point) / 100_000,
    points.readUInt32BE(8 * point + 4) / 100_000,
  ]) as [[number, number], [number, number], [number, number], [number, number]]
  const isSpace = [white, red, green, blue].every(([x, y]) => y > 0 && x + y <= 1)
  return isSpace ? { ...encoding, white, red, green, blue } : power > 0 ? encoding : null
}
