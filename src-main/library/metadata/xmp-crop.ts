import { PhotoCrop, writeCrop } from '../../contract/library/photo-crop.ts'
import type { XmpName } from '../../base/formats/xmp/xmp-names.ts'
import { numberOf, textsOf } from './fields.ts'

/** Says whether there is a crop: other properties stay in packets whose crop was taken off. */
export const HAS_CROP = 'crs:HasCrop'
/** The picture was made with the settings that its packet states: its pixels are the crop. */
const ALREADY_APPLIED = 'crs:AlreadyApplied'

/** The properties of a crop by the parts of one. */
export const cropProperties = {
  top: 'crs:CropTop',
  left: 'crs:CropLeft',
  bottom: 'crs:CropBottom',
  right: 'crs:CropRight',
  angle: 'crs:CropAngle',
} as const satisfies Record<keyof PhotoCrop, XmpName>

/** The properties from which a crop is read. */
export const cropNames: readonly XmpName[] = [HAS_CROP, ALREADY_APPLIED, ...Object.values(cropProperties)]

type Get = (name: XmpName) => unknown

const says = (get: Get, name: XmpName, what: RegExp): boolean => what.test(textsOf(get(name))[0] ?? '')

/** Whether a packet is of a picture that was made with the settings in it. */
export const isDeveloped = (get: Get): boolean => says(get, ALREADY_APPLIED, /^(true|1)$/i)

/**
 * A packet's crop, on the picture as stored in its file, as `writeCrop` writes it; '' for an explicit none. Null if it
 * contains nothing, or nothing that is a crop.
 */
export function cropOfXmp(get: Get): string | null {
  if (isDeveloped(get)) return null
  if (says(get, HAS_CROP, /^(false|0)$/i)) return ''
  if (!says(get, HAS_CROP, /^(true|1)$/i)) return null
  const number = (part: keyof PhotoCrop, otherwise: number) => {
    const value = get(cropProperties[part])
    return value === undefined || value === null ? otherwise : numberOf(textsOf(value)[0])
  }
  const read = PhotoCrop.safeParse({
    left: number('left', 0),
    top: number('top', 0),
    right: number('right', 1),
    bottom: number('bottom', 1),
    angle: number('angle', 0),
  })
  if (!read.success) return null
  const { left, top, right, bottom, angle } = read.data
  return left <= 0 && top <= 0 && right >= 1 && bottom >= 1 && angle === 0 ? '' : writeCrop(read.data)
}
