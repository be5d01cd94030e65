import { lstat } from 'node:fs/promises'
import type { FocusArea } from '../../contract/library/photo.ts'
import type { ExifToolReader } from './exiftool.ts'

/**
 * Where a camera focused, as areas of the stored picture, before it is turned; the first is the most important. Empty
 * if the file does not say, or ExifTool does not run here; null if the file is missing.
 */
export async function readFocus(path: string, exifTool: ExifToolReader): Promise<FocusArea[] | null> {
  if ((await lstat(path).catch(() => null)) === null) return null
  const values = await exifTool.readValues(path, [...pictureTags, ...makers.flatMap(({ tags }) => tags)])
  return values === null ? [] : focusOf(values)
}

type Values = Readonly<Record<string, unknown>>
type Maker = { tags: readonly string[]; areas(values: Values): FocusArea[] }

/** Areas beyond these are of no use to a person. */
const MAX_AREAS = 100
const pictureTags = ['Model', 'ExifImageWidth', 'ExifImageHeight', 'ImageWidth', 'ImageHeight']

/** The areas in ExifTool's values; those of the maker come before the standard tags, which are often the middle. */
function focusOf(values: Values): FocusArea[] {
  for (const { areas } of makers) {
    const found = areas(values).filter(isInside).slice(0, MAX_AREAS)
    if (found.length > 0) return found
  }
  return []
}

/** Points are in image coordinates from the upper left unless it says otherwise; a size of 0 is a point. */
const makers: readonly Maker[] = [
  {
    tags: [
      'AFAreaXPositions',
      'AFAreaYPositions',
      'AFAreaWidths',
      'AFAreaHeights',
      'AFPointsInFocus',
      'AFPointsSelected',
      'AFImageWidth',
      'AFImageHeight',
      'AFAreaWidth',
      'AFAreaHeight',
    ],
    areas: ofCanon,
  },
  { tags: ['AFAreaXPosition', 'AFAreaYPosition'], areas: ofNikon },
  { tags: ['FocusLocation', 'FocusFrameSize'], areas: ofSony },
  { tags: ['FocusPixel'], areas: (values) => pointInPicture(values, 'FocusPixel') },
  { tags: ['AFFocusArea', 'AFFrameSize', 'AFPointSelected', 'AFAreas'], areas: ofOlympus },
  { tags: ['AFPointPosition', 'AFAreaSize'], areas: ofPanasonic },
  { tags: ['SubjectArea', 'SubjectLocation'], areas: ofStandard },
]

/** Counted from the middle of the picture, with y upwards for EOS cameras and downwards for others. */
function ofCanon(values: Values): FocusArea[] {
  const [xs, ys] = [numbers(values['AFAreaXPositions']), numbers(values['AFAreaYPositions'])]
  const [width, height] = [number(values['AFImageWidth']), number(values['AFImageHeight'])]
  if (xs.length === 0 || xs.length !== ys.length || width === null || height === null) return []
  const up = String(values['Model']).includes('EOS') ? -1 : 1
  const sizes = (many: string, one: string) => {
    const each = numbers(values[many])
    return (at: number) => each[at] ?? number(values[one]) ?? 0
  }
  const [wide, high] = [sizes('AFAreaWidths', 'AFAreaWidth'), sizes('AFAreaHeights', 'AFAreaHeight')]
  const inFocus = bitsIn(values['AFPointsInFocus'])
  const used = inFocus.length > 0 ? inFocus : bitsIn(values['AFPointsSelected'])
  return used
    .filter((at) => at < xs.length)
    .map((at) =>
      around(width / 2 + xs[at]!, height / 2 + up * ys[at]!, { wide: wide(at), high: high(at), width, height }),
    )
}

/** The bits that are set in words of 16 bits, the lowest first. */
const bitsIn = (value: unknown): number[] =>
  numbers(value)
    .flatMap((word, at) => Array.from({ length: 16 }, (_, bit) => ((word >> bit) & 1 ? at * 16 + bit : -1)))
    .filter((bit) => bit >= 0)

/** Only contrast and sensor autofocus have a place; points of a phase sensor are names on a grid of each model. */
function ofNikon(values: Values): FocusArea[] {
  const [x, y] = [number(values['AFAreaXPosition']), number(values['AFAreaYPosition'])]
  const [width, height] = [number(values['AFImageWidth']), number(values['AFImageHeight'])]
  if (!x || !y || !width || !height) return []
  const [wide, high] = [number(values['AFAreaWidth']) ?? 0, number(values['AFAreaHeight']) ?? 0]
  return [around(x, y, { wide, high, width, height })]
}

/** `width height x y`, all 0 if there is none. The frame's third number is 0 without a frame. */
function ofSony(values: Values): FocusArea[] {
  const [width = 0, height = 0, x = 0, y = 0] = numbers(values['FocusLocation'])
  if (width === 0 || height === 0) return []
  const [frameWide = 0, frameHigh = 0, hasFrame = 0] = numbers(values['FocusFrameSize'])
  return [around(x, y, { wide: hasFrame ? frameWide : 0, high: hasFrame ? frameHigh : 0, width, height })]
}

/** OM cameras write an area within a frame, others shares of the picture, old ones bytes of 32-bit words. */
function ofOlympus(values: Values): FocusArea[] {
  const [left = 0, top = 0, wide = 0, high = 0] = numbers(values['AFFocusArea'])
  const [width = 0, height = 0] = numbers(values['AFFrameSize'])
  if (width > 0 && height > 0 && wide > 0)
    return [{ x: left / width, y: top / height, width: wide / width, height: high / height }]
  const [x1, y1, x2, y2] = numbers(values['AFPointSelected'])
  if (x1 !== undefined && y1 !== undefined && (x1 > 0 || y1 > 0)) return [between(x1, y1, x2 ?? x1, y2 ?? y1)]
  return numbers(values['AFAreas'])
    .filter((word) => word !== 0)
    .map((word) => [24, 16, 8, 0].map((shift) => ((word >>> shift) & 255) / 255) as [number, number, number, number])
    .map((corners) => between(...corners))
}

/** Shares of the picture; numbers far above 1 say that there is none. */
function ofPanasonic(values: Values): FocusArea[] {
  const [x, y] = numbers(values['AFPointPosition'])
  if (x === undefined || y === undefined || x > 1 || y > 1) return []
  const [wide = 0, high = 0] = numbers(values['AFAreaSize'])
  return [around(x, y, { wide: wide <= 1 ? wide : 0, high: high <= 1 ? high : 0, width: 1, height: 1 })]
}

/** A point, a circle by its diameter, or a rectangle by its middle (EXIF 3.0, 4.6.6.6). */
function ofStandard(values: Values): FocusArea[] {
  return [...pointInPicture(values, 'SubjectArea'), ...pointInPicture(values, 'SubjectLocation')]
}

function pointInPicture(values: Values, tag: string): FocusArea[] {
  const width = number(values['ExifImageWidth']) ?? number(values['ImageWidth'])
  const height = number(values['ExifImageHeight']) ?? number(values['ImageHeight'])
  const [x, y, wide = 0, high = wide] = numbers(values[tag])
  if (x === undefined || y === undefined || !width || !height) return []
  return [around(x, y, { wide, high, width, height })]
}

type Extent = { wide: number; high: number; width: number; height: number }

const around = (x: number, y: number, { wide, high, width, height }: Extent): FocusArea => ({
  x: (x - wide / 2) / width,
  y: (y - high / 2) / height,
  width: wide / width,
  height: high / height,
})

const between = (x1: number, y1: number, x2: number, y2: number): FocusArea => ({
  x: Math.min(x1, x2),
  y: Math.min(y1, y2),
  width: Math.abs(x2 - x1),
  height: Math.abs(y2 - y1),
})

/** A place outside the picture is of a picture of another size, from before an export. */
const isInside = ({ x, y, width, height }: FocusArea): boolean => {
  const [across, down] = [x + width / 2, y + height / 2]
  return across >= 0 && across <= 1 && down >= 0 && down <= 1
}

const number = (value: unknown): number | null => numbers(value)[0] ?? null

/** ExifTool writes several numbers as one text, and one as a number. */
const numbers = (value: unknown): number[] => {
  if (typeof value !== 'number' && typeof value !== 'string') return []
  const parts = String(value).split(' ').map(Number)
  return parts.every(Number.isFinite) ? parts : []
}
