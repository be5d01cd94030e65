import { type CropFrame, pointInFrame, pointOfFrame, sizeOfFrame } from '../../../../contract/library/photo-crop.ts'
import type { Rectangle } from '../../../../contract/analysis/cropping.ts'
import type { Size } from '../../../../contract/analysis/cropping.ts'
import type { Face } from '../../../../contract/analysis/face.ts'
import type { PhotoRegion } from '../../../../contract/library/photo.ts'
import type { SaliencyFeatures } from '../../../../analysis/photo/findings.ts'
import { inverse, turnArea } from '../../../../base/formats/exif/orientations.ts'
import { turnBox, turnPixel, turnSize } from '../../../../base/formats/exif/turn-box.ts'
import type { Turn } from './turn-of.ts'

/** A face on the turned photo. */
export function turnFace({ turn, size }: Pick<Turn, 'turn' | 'size'>, face: Face): Face {
  const { xmin, ymin, xmax, ymax, width, height } = face.coordinates
  const box = turnBox(turn, size, { x1: xmin, y1: ymin, x2: xmax, y2: ymax })
  const landmarks = face.landmarks.map(({ type, x, y }) => ({ type, ...turnPixel(turn, size, x, y) }))
  const coordinates = { xmin: box.x1, ymin: box.y1, xmax: box.x2, ymax: box.y2, ...turnSize(turn, { width, height }) }
  return { ...face, coordinates, landmarks }
}

/** The saliency features of the turned photo. */
export function turnFeatures(turn: number, { width, height, map, subjects }: SaliencyFeatures): SaliencyFeatures {
  const size = { width, height }
  return {
    ...turnSize(turn, size),
    map: turnMap(turn, map),
    subjects: subjects.map((subject) => ({ ...subject, box: turnBox(turn, size, subject.box) })),
  }
}

/** A region on the turned photo, in shares. */
export const turnRegion = (turn: number, region: PhotoRegion): PhotoRegion => ({
  ...region,
  ...roundArea(turnArea(turn, region)),
})

/** To a millionth, as regions are read. */
const roundArea = (area: Record<'x' | 'y' | 'width' | 'height', number>) => ({
  x: round(area.x),
  y: round(area.y),
  width: round(area.width),
  height: round(area.height),
})
const round = (value: number): number => Math.round(value * 1e6) / 1e6

// What a crop leaves of findings on the turned photo

/** A face on the cropped photo; it may lie beside it. */
export function cropFace(frame: CropFrame, face: Face): Face {
  const { xmin, ymin, xmax, ymax } = face.coordinates
  const box = cropBox(frame, { x1: xmin, y1: ymin, x2: xmax, y2: ymax })
  const landmarks = face.landmarks.map(({ type, ...point }) => {
    const { x, y } = pointInFrame(frame, point)
    return { type, x: Math.round(x), y: Math.round(y) }
  })
  const coordinates = { xmin: box.x1, ymin: box.y1, xmax: box.x2, ymax: box.y2 }
  return {
    ...face,
    coordinates: { ...coordinates, width: box.x2 - box.x1, height: box.y2 - box.y1 },
    landmarks,
  }
}

/** Whether the middle of a box on a cropped photo lies on it. */
export function isShown({ width, height }: Size, { x1, y1, x2, y2 }: Rectangle): boolean {
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2]
  return x >= 0 && y >= 0 && x <= width && y <= height
}

/** An area on the cropped photo, in shares, from one in shares of the turned photo, whose size is `full`. */
export function cropArea<Area extends { x: number; y: number; width: number; height: number }>(
  frame: CropFrame,
  full: Size,
  area: Area,
): Area {
  const { x1, y1, x2, y2 } = cropBox(frame, {
    x1: area.x * full.width,
    y1: area.y * full.height,
    x2: (area.x + area.width) * full.width,
    y2: (area.y + area.height) * full.height,
  })
  const { width, height } = frame
  return {
    ...area,
    ...roundArea({ x: x1 / width, y: y1 / height, width: (x2 - x1) / width, height: (y2 - y1) / height }),
  }
}

/** A box of the same size at its place on the cropped photo: a face stays upright there. */
function cropBox(frame: CropFrame, { x1, y1, x2, y2 }: Rectangle): Rectangle {
  const { x, y } = pointInFrame(frame, { x: (x1 + x2) / 2, y: (y1 + y2) / 2 })
  const [across, down] = [(x2 - x1) / 2, (y2 - y1) / 2]
  const round = (value: number) => Math.round(value)
  return { x1: round(x - across), y1: round(y - down), x2: round(x + across), y2: round(y + down) }
}

/** The saliency features of the cropped photo; subjects beside it are left out. */
export function cropFeatures(frame: CropFrame, features: SaliencyFeatures, full: Size): SaliencyFeatures {
  // A service, or an older version, may have found them on a picture of another size.
  const scale = features.width / full.width
  const own = {
    x: frame.x * scale,
    y: frame.y * scale,
    width: frame.width * scale,
    height: frame.height * scale,
    angle: frame.angle,
  }
  const size = sizeOfFrame(own)
  const within = (value: number, max: number) => Math.min(max, Math.max(0, value))
  const subjects = features.subjects.flatMap((subject) => {
    const box = cropBox(own, subject.box)
    if (!isShown(size, box)) return []
    const { x1, y1, x2, y2 } = box
    const inside = {
      x1: within(x1, size.width - 1),
      y1: within(y1, size.height - 1),
      x2: within(x2, size.width),
      y2: within(y2, size.height),
    }
    return inside.x1 < inside.x2 && inside.y1 < inside.y2 ? [{ ...subject, box: inside }] : []
  })
  return { ...size, map: cropMap(own, features), subjects }
}

/** Cells as large as before, each with the value at its middle. */
function cropMap(frame: CropFrame, { map, width, height }: SaliencyFeatures): ImportanceMap {
  const columns = Math.max(1, Math.round((frame.width / width) * map.columns))
  const rows = Math.max(1, Math.round((frame.height / height) * map.rows))
  const values = new Uint8Array(columns * rows)
  const cell = (value: number, max: number, cells: number) =>
    Math.min(cells - 1, Math.max(0, Math.floor((value / max) * cells)))
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const middle = { x: ((column + 0.5) / columns) * frame.width, y: ((row + 0.5) / rows) * frame.height }
      const { x, y } = pointOfFrame(frame, middle)
      values[row * columns + column] =
        map.values[cell(y, height, map.rows) * map.columns + cell(x, width, map.columns)]!
    }
  return { columns, rows, values }
}

type ImportanceMap = SaliencyFeatures['map']

function turnMap(turn: number, { columns, rows, values }: ImportanceMap): ImportanceMap {
  const stored: Size = { width: columns, height: rows }
  const { width, height } = turnSize(turn, stored)
  const turned = new Uint8Array(values.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = turnBox(inverse(turn), { width, height }, { x1: x, y1: y, x2: x + 1, y2: y + 1 })
      turned[y * width + x] = values[from.y1 * columns + from.x1]!
    }
  return { columns: width, rows: height, values: turned }
}
