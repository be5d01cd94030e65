import { numberOf, placeFields, positiveOf, ratingOf, textOf, textsOf, type SomeFields } from './fields.ts'
import { parseOffset, parseWallClock } from './wall-clock.ts'
import type { XmpProperties } from './xmp.ts'

/** `51,30.52N` and `0,7,39W` in degrees; null for anything else. */
export function parseXmpCoordinate(value: unknown): number | null {
  const match = /^\s*(\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?(?:,(\d+(?:\.\d+)?))?\s*([NSEW])\s*$/i.exec(
    textOf(value) ?? '',
  )
  if (match === null) return null
  const degrees = Number(match[1]) + Number(match[2] ?? 0) / 60 + Number(match[3] ?? 0) / 3600
  return /[SW]/i.test(match[4]!) ? -degrees : degrees
}

function placeOf(xmp: XmpProperties): SomeFields {
  const latitude = parseXmpCoordinate(xmp.get('exif:GPSLatitude'))
  const longitude = parseXmpCoordinate(xmp.get('exif:GPSLongitude'))
  const height = numberOf(xmp.get('exif:GPSAltitude'))
  const isBelowSea = String(xmp.get('exif:GPSAltitudeRef')) === '1'
  return placeFields(latitude, longitude, height !== null && isBelowSea ? -height : height)
}

/** `xmp:CreateDate` comes last: for a scan it is when the file was made. */
function timeOf(xmp: XmpProperties): SomeFields {
  const names = ['exif:DateTimeOriginal', 'photoshop:DateCreated', 'exif:DateTimeDigitized', 'xmp:CreateDate']
  const taken = names.map((name) => parseWallClock(xmp.get(name))).find((each) => each !== null)
  return {
    takenAt: taken?.at ?? null,
    offset: taken ? (taken.offset ?? parseOffset(xmp.get('exifEX:OffsetTimeOriginal'))) : null,
  }
}

/** Plain keywords; where a program wrote only a hierarchy, its last parts. */
function keywordsOf(xmp: XmpProperties): string[] {
  const plain = textsOf(xmp.get('dc:subject'))
  if (plain.length > 0) return plain
  const paths = [...textsOf(xmp.get('lr:hierarchicalSubject')), ...textsOf(xmp.get('digiKam:TagsList'))]
  return textsOf(paths.map((path) => path.split(/[|/]/).at(-1)))
}

function placeName(xmp: XmpProperties, name: 'City' | 'CountryName'): string | null {
  const places: unknown[] = [xmp.get('Iptc4xmpExt:LocationCreated')].flat()
  const first = places.find((place) => typeof place === 'object' && place !== null) as
    Record<string, unknown> | undefined
  return textOf(first?.[`Iptc4xmpExt:${name}`])
}

function flashOf(value: unknown): boolean | null {
  const fired =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['exif:Fired'] : undefined
  return typeof fired === 'string' ? /^true$/i.test(fired) : null
}

/**
 * The fields that an XMP packet speaks of, in a file or beside it. Orientation is not among them: decoders go by EXIF
 * alone.
 */
export function fieldsOfXmp(xmp: XmpProperties): SomeFields {
  const first = (name: string) => textsOf(xmp.get(name))[0] ?? null
  return {
    ...timeOf(xmp),
    ...placeOf(xmp),
    cameraMake: first('tiff:Make'),
    cameraModel: first('tiff:Model'),
    lens: first('exifEX:LensModel') ?? first('aux:Lens'),
    exposureTime: positiveOf(xmp.get('exif:ExposureTime')),
    aperture: positiveOf(xmp.get('exif:FNumber')),
    iso: positiveOf(xmp.get('exifEX:PhotographicSensitivity') ?? xmp.get('exif:ISOSpeedRatings')),
    focalLength: positiveOf(xmp.get('exif:FocalLength')),
    focalLength35: positiveOf(xmp.get('exif:FocalLengthIn35mmFilm')),
    exposureBias: numberOf(xmp.get('exif:ExposureBiasValue')),
    flashFired: flashOf(xmp.get('exif:Flash')),
    title: first('dc:title') ?? first('photoshop:Headline'),
    caption: first('dc:description'),
    keywords: keywordsOf(xmp),
    creator: textsOf(xmp.get('dc:creator')).join('; ') || null,
    copyright: first('dc:rights'),
    city: first('photoshop:City') ?? placeName(xmp, 'City'),
    country: first('photoshop:Country') ?? placeName(xmp, 'CountryName'),
    rating: ratingOf(first('xmp:Rating')),
    label: first('xmp:Label'),
    software: first('xmp:CreatorTool'),
  }
}
