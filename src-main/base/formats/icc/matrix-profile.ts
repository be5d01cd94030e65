/** X, Y and Z of a colour, adapted to D50, the white of the profile connection space. */
type Xyz = readonly [number, number, number]

export type MatrixProfile = {
  /** The name that programs show; ASCII. */
  description: string
  copyright: string
  /** The white of the space, as its own standard gives it. */
  white: Xyz
  red: Xyz
  green: Xyz
  blue: Xyz
  /** Light is a channel to this power, between 0 and 256; `srgb` is the curve of IEC 61966-2-1. */
  gamma: number | 'srgb'
}

const HEADER = 128
const TAG = 12
/** D50, in the header of every profile. */
const CONNECTION_WHITE: Xyz = [0.9642, 1, 0.8249]

/** A signed fixed-point number with 16 bits before the point and 16 after it. */
const fixed = (value: number): number => Math.round(value * 65_536)

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])

function xyzTag(points: Xyz): Buffer {
  const tag = Buffer.alloc(20)
  tag.write('XYZ ', 0, 'latin1')
  points.forEach((value, place) => tag.writeInt32BE(fixed(value), 8 + 4 * place))
  return tag
}

/** A curve with one point is a gamma, with 8 bits before the point and 8 after it. */
function gammaTag(gamma: number): Buffer {
  const tag = Buffer.alloc(14)
  tag.write('curv', 0, 'latin1')
  tag.writeUInt32BE(1, 8)
  tag.writeUInt16BE(Math.round(gamma * 256), 12)
  return padded(tag)
}

/** With this many points, straight lines between them deviate by less than a step of 16 bits. */
const CURVE_POINTS = 1024

/** The curve of sRGB as points from dark to light, 16 bits each: parametric curves exist only since version 4. */
function srgbTag(points: number): Buffer {
  const tag = Buffer.alloc(12 + 2 * points)
  tag.write('curv', 0, 'latin1')
  tag.writeUInt32BE(points, 8)
  for (let point = 0; point < points; point++) {
    const value = point / (points - 1)
    const light = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    tag.writeUInt16BE(Math.round(light * 65_535), 12 + 2 * point)
  }
  return padded(tag)
}

const textTag = (text: string): Buffer =>
  padded(Buffer.concat([Buffer.from('text\0\0\0\0', 'latin1'), Buffer.from(`${text}\0`, 'latin1')]))

/** A description of version 2: ASCII, then an empty one in Unicode and an empty one for scripts of old Macs. */
function descriptionTag(text: string): Buffer {
  const head = Buffer.alloc(12)
  head.write('desc', 0, 'latin1')
  head.writeUInt32BE(text.length + 1, 8)
  return padded(Buffer.concat([head, Buffer.from(`${text}\0`, 'latin1'), Buffer.alloc(4 + 4 + 2 + 1 + 67)]))
}

function header(bytes: number): Buffer {
  const head = Buffer.alloc(HEADER)
  head.writeUInt32BE(bytes, 0)
  head.writeUInt32BE(0x0210_0000, 8) // version 2.1, which every program reads
  head.write('mntrRGB XYZ ', 12, 'latin1')
  ;[2026, 1, 1, 0, 0, 0].forEach((value, place) => head.writeUInt16BE(value, 24 + 2 * place))
  head.write('acsp', 36, 'latin1')
  CONNECTION_WHITE.forEach((value, place) => head.writeInt32BE(fixed(value), 68 + 4 * place))
  return head
}

/**
 * The bytes of an ICC profile of an RGB space with three primaries and one gamma (ICC.1:2001-04): a header of 128
 * bytes, a table of tags, and the tags, each at a multiple of four. The three channels share one curve; that of sRGB
 * has `points` points.
 */
export function matrixProfile(
  { description, copyright, white, red, green, blue, gamma }: MatrixProfile,
  points = CURVE_POINTS,
): Buffer {
  const curve = gamma === 'srgb' ? srgbTag(points) : gammaTag(gamma)
  const tags: [string, Buffer][] = [
    ['desc', descriptionTag(description)],
    ['cprt', textTag(copyright)],
    ['wtpt', xyzTag(white)],
    ['rXYZ', xyzTag(red)],
    ['gXYZ', xyzTag(green)],
    ['bXYZ', xyzTag(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const table = Buffer.alloc(4 + TAG * tags.length)
  table.writeUInt32BE(tags.length, 0)
  const places = new Map<Buffer, number>()
  let end = HEADER + table.length
  tags.forEach(([name, bytes], index) => {
    if (!places.has(bytes)) {
      places.set(bytes, end)
      end += bytes.length
    }
    const row = 4 + TAG * index
    table.write(name, row, 'latin1')
    table.writeUInt32BE(places.get(bytes)!, row + 4)
    table.writeUInt32BE(bytes.length, row + 8)
  })
  return Buffer.concat([header(end), table, ...places.keys()])
}

/**
 * The space of Adobe RGB (1998), from the figures of its specification: primaries adapted to D50 and a gamma of 2 and
 * 51/256. The name says "compatible", since Adobe's own file may not be redistributed.
 */
export const adobeRgb: MatrixProfile = {
  description: 'Compatible with Adobe RGB (1998)',
  copyright: 'No copyright, use freely',
  white: [0.95045, 1, 1.08905],
  red: [0.60974, 0.31111, 0.01947],
  green: [0.20528, 0.62567, 0.06087],
  blue: [0.14919, 0.06322, 0.74457],
  gamma: 2 + 51 / 256,
}

/**
 * Display P3: the primaries of SMPTE RP 431-2 with the white of D65, adapted to D50 by the Bradford transform, and the
 * curve of sRGB (SMPTE EG 432-1; the W3C's CSS Color 4 gives the same space).
 */
export const displayP3: MatrixProfile = {
  description: 'Display P3',
  copyright: 'No copyright, use freely',
  white: [0.95045, 1, 1.08905],
  red: [0.51512, 0.2412, -0.00105],
  green: [0.29198, 0.69225, 0.04189],
  blue: [0.1571, 0.06657, 0.78407],
  gamma: 'srgb',
}
