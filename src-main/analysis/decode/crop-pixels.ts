import type { Sharp } from 'sharp'
import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import { type CropFrame, cornersOf, pointOfFrame, rotatePoint, sizeOfFrame } from '../../contract/library/photo-crop.ts'
import type { Raster } from '../photo/photo.ts'
import { sharp } from './libvips.ts'

/** Pixels around a rotated frame from which those at its edge are interpolated. */
const MARGIN = 3

/** The part of a picture that a frame needs, in whole pixels within it; at least one pixel. */
export function boundsOfFrame(frame: CropFrame, { width, height }: Size): Rectangle {
  const within = (value: number, max: number) => Math.min(max, Math.max(0, value))
  if (frame.angle === 0) {
    const size = sizeOfFrame(frame)
    const x1 = within(Math.round(frame.x - frame.width / 2), width - 1)
    const y1 = within(Math.round(frame.y - frame.height / 2), height - 1)
    return { x1, y1, x2: Math.min(width, x1 + size.width), y2: Math.min(height, y1 + size.height) }
  }
  const corners = cornersOf(frame)
  const [across, down] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const x1 = within(Math.floor(Math.min(...across)) - MARGIN, width - 1)
  const y1 = within(Math.floor(Math.min(...down)) - MARGIN, height - 1)
  return {
    x1,
    y1,
    x2: Math.max(x1 + 1, within(Math.ceil(Math.max(...across)) + MARGIN, width)),
    y2: Math.max(y1 + 1, within(Math.ceil(Math.max(...down)) + MARGIN, height)),
  }
}

/** A part of a frame's content, given in its pixels, as a separate frame. */
export function partOfFrame(frame: CropFrame, { x1, y1, x2, y2 }: Rectangle): CropFrame {
  const middle = pointOfFrame(frame, { x: (x1 + x2) / 2, y: (y1 + y2) / 2 })
  return { ...middle, width: x2 - x1, height: y2 - y1, angle: frame.angle }
}

/** A frame on a part of its picture. */
export const frameWithin = (frame: CropFrame, { x1, y1 }: Rectangle): CropFrame => ({
  ...frame,
  x: frame.x - x1,
  y: frame.y - y1,
})

/** Opens pixels that are kept: of the picture, then of the rotated one. */
type Keep = (picture: Sharp) => Promise<{ open: () => Sharp; size: Size }>

/**
 * What a frame shows of a picture, whose size is `size`: cut out, or rotated by libvips with bicubic interpolation
 * first. Pixels beyond the picture are white.
 */
export async function cutFrame(open: () => Sharp, size: Size, frame: CropFrame, keep: Keep): Promise<() => Sharp> {
  const bounds = boundsOfFrame(frame, size)
  const part = open().extract(regionOf(bounds))
  if (frame.angle === 0) return (await keep(part)).open
  const held = await keep(part)
  const { matrix, shift, at } = rotationOf(frameWithin(frame, bounds), held.size)
  const rotated = await keep(
    held.open().affine(matrix, { odx: shift.x, ody: shift.y, interpolator: 'bicubic', background: '#ffffff' }),
  )
  const { width, height } = sizeOfFrame(frame)
  const left = Math.min(Math.max(0, at.x), rotated.size.width - 1)
  const top = Math.min(Math.max(0, at.y), rotated.size.height - 1)
  const shown = {
    left,
    top,
    width: Math.min(width, rotated.size.width - left),
    height: Math.min(height, rotated.size.height - top),
  }
  return (await keep(rotated.open().extract(shown))).open
}

const regionOf = ({ x1, y1, x2, y2 }: Rectangle) => ({ left: x1, top: y1, width: x2 - x1, height: y2 - y1 })

/**
 * The rotation that makes a frame upright, in the coordinates of libvips: the middle of a pixel is a whole number.
 * libvips keeps the box around the rotated corners of the picture, in whole pixels, and moves what is in it by `shift`;
 * so the frame begins at a whole pixel, `at`.
 */
function rotationOf(frame: CropFrame, { width, height }: Size) {
  const turn = (x: number, y: number) => rotatePoint({ x, y }, -frame.angle)
  const [right, down] = [turn(1, 0), turn(0, 1)]
  const middle = turn(frame.x - 0.5, frame.y - 0.5)
  const size = sizeOfFrame(frame)
  const corners = [turn(0, 0), turn(width, 0), turn(0, height), turn(width, height)]
  const start = (middleOf: number, side: number, lowest: number) => {
    const exact = middleOf - (side - 1) / 2 - Math.round(lowest)
    return { at: Math.round(exact), shift: Math.round(exact) - exact }
  }
  const x = start(middle.x, size.width, Math.min(...corners.map((corner) => corner.x)))
  const y = start(middle.y, size.height, Math.min(...corners.map((corner) => corner.y)))
  return {
    matrix: [right.x, down.x, right.y, down.y] as [number, number, number, number],
    shift: { x: x.shift, y: y.shift },
    at: { x: x.at, y: y.at },
  }
}

/** What a frame shows of a raster. */
export async function cropRaster({ width, height, data }: Raster, frame: CropFrame): Promise<Raster> {
  const raw = (pixels: Uint8Array, size: Size) =>
    sharp(pixels, { raw: { ...size, channels: 3 }, limitInputPixels: false })
  const keep: Keep = async (picture) => {
    const { data: pixels, info } = await picture
      .removeAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const size = { width: info.width, height: info.height }
    return { open: () => raw(pixels, size), size }
  }
  const open = await cutFrame(() => raw(data, { width, height }), { width, height }, frame, keep)
  const { data: pixels, info } = await open().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: pixels }
}
