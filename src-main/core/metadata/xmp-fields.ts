import type { PhotoRegion } from '../../contract/library/photo.ts'
import { orientations } from '../../formats/exif/orientations.ts'
import { numberOf, placeFields, positiveOf, textOf, textsOf, type SomeFields } from './fields.ts'
import { parseOffset, parseSubsec, parseWallClock } from './wall-clock.ts'
import { plainFields, type PlainField, textFrom, textProperties } from './text-properties.ts'
import { choicesOfXmp } from './xmp-choices.ts'
import { keywordsOfXmp } from './xmp-keywords.ts'
import { regionsOfXmp, type StoredPicture } from './xmp-regions.ts'
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

/** Where a packet says that the photo was taken, by its properties. */
export function placeOfXmp(get: (name: string) => unknown): SomeFields {
  const latitude = parseXmpCoordinate(get('exif:GPSLatitude'))
  const longitude = parseXmpCoordinate(get('exif:GPSLongitude'))
  const height = numberOf(get('exif:GPSAltitude'))
  const isBelowSea = String(get('exif:GPSAltitudeRef')) === '1'
  return placeFields(latitude, longitude, height !== null && isBelowSea ? -height : height)
}

/** `xmp:CreateDate` comes last: for a scan it is when the file was made. */
function timeOf(xmp: XmpProperties): SomeFields {
  const names = ['exif:DateTimeOriginal', 'photoshop:DateCreated', 'exif:DateTimeDigitized', 'xmp:CreateDate']
  const name = names.find((each) => parseWallClock(xmp.get(each)) !== null)
  const taken = name === undefined ? null : parseWallClock(xmp.get(name))
  if (name === undefined || taken === null) return {}
  const offset = taken.offset ?? parseOffset(textOf(xmp.get('exifEX:OffsetTimeOriginal')))
  const subsec = parseSubsec(xmp.get(name)) ?? parseSubsec(xmp.get('exif:SubSecTimeOriginal'))
  return { takenAt: taken.at, offset, subsec }
}

/** Everyone named: as shown in the photo, or beside a face. */
function peopleOf(xmp: XmpProperties, regions: readonly PhotoRegion[]): SomeFields {
  const faces = regions.flatMap(({ type, name }) => (type === 'face' || type === 'pet' ? (name ?? []) : []))
  const people = textsOf([...textsOf(xmp.get('Iptc4xmpExt:PersonInImage')), ...faces])
  return people.length > 0 ? { people } : {}
}

function placeName(xmp: XmpProperties, name: string): string | null {
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
 * The fields that an XMP packet speaks of, in a file or beside it; `picture` is the one that its regions lie on. The
 * orientation of a packet within a file means nothing, since decoders go by EXIF alone; EXIF is read before it.
 */
export function fieldsOfXmp(xmp: XmpProperties, picture: StoredPicture): SomeFields {
  const first = (name: string) => textsOf(xmp.get(name))[0] ?? null
  const regions = regionsOfXmp(xmp, picture)
  return {
    ...choicesOfXmp(xmp),
    ...keywordsOfXmp(xmp),
    ...peopleOf(xmp, regions),
    ...(regions.length > 0 && { regions }),
    ...cameraFieldsOfXmp(xmp),
    ...textsOfXmp(xmp),
    title: first('dc:title'),
    caption: first('dc:description'),
    creator: textsOf(xmp.get('dc:creator')).join('; ') || null,
    copyright: first('dc:rights'),
    software: first('xmp:CreatorTool'),
  }
}

/** Where newer programs say the place; the older properties come first. */
const placeParts: Readonly<Partial<Record<PlainField, string>>> = {
  sublocation: 'Sublocation',
  city: 'City',
  region: 'ProvinceState',
  country: 'CountryName',
  countryCode: 'CountryCode',
}

function textsOfXmp(xmp: XmpProperties): SomeFields {
  const texts = plainFields.map((field) => {
    const { xmp: name, part } = textProperties[field]
    const said: unknown = xmp.get(name)
    const own = part === undefined ? said : isStructure(said) ? said[part] : null
    const text = textFrom(field, textsOf(own)[0] ?? null)
    const place = placeParts[field]
    return [field, text ?? (place === undefined ? null : placeName(xmp, place))] as const
  })
  return Object.fromEntries(texts)
}

const isStructure = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A number from 1 to 8; nothing for anything else. */
export function orientationIn(value: unknown): number | null {
  const number = numberOf(value)
  return number !== null && orientations.some((each) => each === number) ? number : null
}

function cameraFieldsOfXmp(xmp: XmpProperties): SomeFields {
  const orientation = orientationIn(xmp.get('tiff:Orientation'))
  const first = (name: string) => textsOf(xmp.get(name))[0] ?? null
  return {
    ...timeOf(xmp),
    ...placeOfXmp((name) => xmp.get(name)),
    ...(orientation === null ? {} : { orientation }),
    cameraMake: first('tiff:Make'),
    cameraModel: first('tiff:Model'),
    cameraSerial: first('exifEX:BodySerialNumber') ?? first('aux:SerialNumber'),
    lens: first('exifEX:LensModel') ?? first('aux:Lens'),
    exposureTime: positiveOf(xmp.get('exif:ExposureTime')),
    aperture: positiveOf(xmp.get('exif:FNumber')),
    iso: positiveOf(xmp.get('exifEX:PhotographicSensitivity') ?? xmp.get('exif:ISOSpeedRatings')),
    focalLength: positiveOf(xmp.get('exif:FocalLength')),
    focalLength35: positiveOf(xmp.get('exif:FocalLengthIn35mmFilm')),
    exposureBias: numberOf(xmp.get('exif:ExposureBiasValue')),
    flashFired: flashOf(xmp.get('exif:Flash')),
  }
}
