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
