import type { PhotoRegion } from '../../contract/library/photo.ts'
import { numberOf, textOf } from './fields.ts'
import type { XmpProperties } from './xmp.ts'

/** The picture as stored, and its orientation. A size of 0 is unknown. */
export type StoredPicture = { width: number; height: number; orientation: number }

type Size = { width: number; height: number }
type Rectangle = Pick<PhotoRegion, 'x' | 'y' | 'width' | 'height'>
type Fields = Record<string, unknown>

const MAX_REGIONS = 500

const fieldsIn = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const listIn = (value: unknown): Fields[] =>
  (Array.isArray(value) ? value : [value]).slice(0, MAX_REGIONS).map(fieldsIn)

/** Regions of the Metadata Working Group and of Microsoft, on the upright photo. Invalid rectangles are left out. */
export function regionsOfXmp(xmp: XmpProperties, picture: StoredPicture): PhotoRegion[] {
  const group = fieldsIn(xmp.get('mwg-rs:Regions'))
  const size = sizeIn(group['mwg-rs:AppliedToDimensions'])
  const turn = isTurnedAlready(size, picture) ? 1 : picture.orientation
  const ofGroup = listIn(group['mwg-rs:RegionList']).flatMap((region) => {
    const area = areaIn(fieldsIn(region['mwg-rs:Area']), size)
    const found = { type: typeOf(region['mwg-rs:Type']), name: textOf(region['mwg-rs:Name']) }
    return area === null ? [] : [{ ...found, ...turned(area, turn) }]
  })
  const names = new Set(ofGroup.map(({ name }) => name))
  const ofMicrosoft = listIn(fieldsIn(xmp.get('MP:RegionInfo'))['MPRI:Regions']).flatMap((region) => {
    const area = rectangleIn(region['MPReg:Rectangle'])
    const name = textOf(region['MPReg:PersonDisplayName'])
    // digiKam writes the same faces in both ways.
    return area === null || names.has(name)
      ? []
      : [{ type: 'face' as const, name, ...turned(area, picture.orientation) }]
  })
  return [...ofGroup, ...ofMicrosoft]
}

function sizeIn(value: unknown): Size | null {
  const fields = fieldsIn(value)
  const [width, height] = [numberOf(fields['stDim:w']), numberOf(fields['stDim:h'])]
  return width !== null && height !== null && width > 0 && height > 0 ? { width, height } : null
}

/** Some programs write regions of the upright picture: the shape of their picture shows it. */
function isTurnedAlready(size: Size | null, { width, height, orientation }: StoredPicture): boolean {
  if (size === null || width === 0 || height === 0 || orientation < 5) return false
  const ratio = size.width / size.height
  return Math.abs(Math.log(ratio * (width / height))) < Math.abs(Math.log(ratio / (width / height)))
}

const types: Readonly<Record<string, PhotoRegion['type']>> = { face: 'face', pet: 'pet', focus: 'focus' }
const typeOf = (value: unknown): PhotoRegion['type'] => types[textOf(value)?.toLowerCase() ?? ''] ?? 'other'

/** An area is given by its centre, in shares of the picture or in pixels. */
function areaIn(area: Fields, size: Size | null): Rectangle | null {
  const read = (name: string) => numberOf(area[`stArea:${name}`])
  const [x, y, w, h, d] = [read('x'), read('y'), read('w'), read('h'), read('d')]
  const [wide, high] = [w ?? d, h ?? d]
  if (x === null || y === null || wide === null || high === null) return null
  const isPixels = textOf(area['stArea:unit']) === 'pixel'
  if (isPixels && size === null) return null
  const { width, height } = isPixels && size !== null ? size : { width: 1, height: 1 }
  return clipped({ x: (x - wide / 2) / width, y: (y - high / 2) / height, width: wide / width, height: high / height })
}

/** `left, top, width, height` in shares of the picture. */
function rectangleIn(value: unknown): Rectangle | null {
  const numbers = (textOf(value) ?? '').split(',').flatMap((part) => numberOf(part) ?? [])
  if (numbers.length !== 4) return null
  const [x, y, width, height] = numbers as [number, number, number, number]
  return clipped({ x, y, width, height })
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6

function clipped({ x, y, width, height }: Rectangle): Rectangle | null {
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  const [left, top, right, bottom] = [clip(x), clip(y), clip(x + width), clip(y + height)]
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null
}

/** A rectangle of the stored picture on the upright one, by EXIF orientation. */
function turned({ x, y, width, height }: Rectangle, orientation: number): Rectangle {
  const [fromRight, fromBottom] = [1 - x - width, 1 - y - height]
  const places: Record<number, [number, number]> = {
    2: [fromRight, y],
    3: [fromRight, fromBottom],
    4: [x, fromBottom],
    5: [y, x],
    6: [fromBottom, x],
    7: [fromBottom, fromRight],
    8: [y, fromRight],
  }
  const [left, top] = places[orientation] ?? [x, y]
  const [wide, high] = orientation >= 5 ? [height, width] : [width, height]
  return { x: rounded(left), y: rounded(top), width: rounded(wide), height: rounded(high) }
}
