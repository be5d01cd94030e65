import { parsePosition } from '../../../contract/library/position.ts'
import type { XmpEdit } from '../../../base/formats/xmp/property-xml.ts'
import type { IsThere } from './rating-edits.ts'
import { textEdit } from './text-edit.ts'
import type { Value } from './work.ts'

/** Some programs write the hemisphere here; the coordinate itself contains it. */
const sides = ['exif:GPSLatitudeRef', 'exif:GPSLongitudeRef'] as const

/** Changes of a photo's position; an invalid value removes it. */
export function positionEdits(value: Value, isThere: IsThere): XmpEdit[] {
  const position = parsePosition(value)
  const outdated = sides.filter(isThere).map((name) => textEdit(name, null))
  if (position === null)
    return [
      ...outdated,
      textEdit('exif:GPSLatitude', null),
      textEdit('exif:GPSLongitude', null),
      textEdit('exif:GPSAltitude', null),
      textEdit('exif:GPSAltitudeRef', null),
    ]
  const { latitude, longitude, altitude } = position
  return [
    ...outdated,
    textEdit('exif:GPSLatitude', coordinate(latitude, 'NS')),
    textEdit('exif:GPSLongitude', coordinate(longitude, 'EW')),
    textEdit('exif:GPSAltitude', altitude === null ? null : `${Math.round(Math.abs(altitude) * 100)}/100`),
    textEdit('exif:GPSAltitudeRef', altitude === null ? null : altitude < 0 ? 1 : 0),
  ]
}

/** Degrees and minutes, as XMP has them: `48,12.492458N`. */
function coordinate(degrees: number, [plus, minus]: string): string {
  // In millionths of a minute, so that no minute is rounded up to 60.
  const millionths = Math.round(Math.abs(degrees) * 60e6)
  const whole = Math.floor(millionths / 60e6)
  return `${whole},${((millionths % 60e6) / 1e6).toFixed(6)}${degrees < 0 ? minus : plus}`
}

/** ExifTool's arguments for it in EXIF, which cameras and most programs read first; null removes it. */
export function positionArgs(value: Value): string[] {
  const position = parsePosition(value)
  if (position === null)
    return [
      '-GPS:GPSLatitude=',
      '-GPS:GPSLatitudeRef=',
      '-GPS:GPSLongitude=',
      '-GPS:GPSLongitudeRef=',
      '-GPS:GPSAltitude=',
      '-GPS:GPSAltitudeRef=',
    ]
  const { latitude, longitude, altitude } = position
  return [
    `-GPS:GPSLatitude#=${Math.abs(latitude)}`,
    `-GPS:GPSLatitudeRef=${latitude < 0 ? 'S' : 'N'}`,
    `-GPS:GPSLongitude#=${Math.abs(longitude)}`,
    `-GPS:GPSLongitudeRef=${longitude < 0 ? 'W' : 'E'}`,
    `-GPS:GPSAltitude#=${altitude === null ? '' : Math.abs(altitude)}`,
    `-GPS:GPSAltitudeRef#=${altitude === null ? '' : altitude < 0 ? 1 : 0}`,
  ]
}
