import type { PhotoRegion } from '../../contract/library/photo.ts'
import { orientations } from '../../base/formats/exif/orientations.ts'
import { captionOf, userCommentOf } from './captions.ts'
import { heightOf, numberOf, placeFields, positiveOf, textOf, textsOf, type SomeFields } from './fields.ts'
import { parseOffset, parsePartialDate, parseSubsec, subsecIn } from './wall-clock.ts'
import { LOCATION_CREATED, plainFields, textFrom, textProperties } from './text-properties.ts'
import { cropOfXmp } from './xmp-crop.ts'
import { choicesOfXmp } from './xmp-choices.ts'
import { keywordsOfXmp } from './keywords-of-xmp.ts'
import { regionsOfXmp, type StoredPicture } from './regions-of-xmp.ts'
import type { XmpProperties } from './xmp.ts'

/** Longer than any coordinate. */
const MAX_COORDINATE = 100

/**
 * A coordinate in degrees; south and west are negative. XMP wants `51,30.52N` or `0,7,39W`. Programs also write signed
 * decimals, degrees in symbols or words, fractions, and the hemisphere in `side`, a separate property. Null for
 * anything else.
 */
function parseXmpCoordinate(value: unknown, side: unknown = null): number | null {
  const text = (textOf(value) ?? '').slice(0, MAX_COORDINATE).replaceAll(/[−–]/g, '-')
  const letter = /^\s*([NSEW])|([NSEW])(?:orth|outh|ast|est)?\s*$/i.exec(text)
  const numbers = text
    .replace(/^\s*[NSEW]\s*|\s*[NSEW](?:orth|outh|ast|est)?\s*$/gi, '')
    .split(/\s*(?:,|°|º|deg(?:rees)?|'|’|′|"|”|″|\s)\s*/i)
    .filter((part) => part !== '')
  const [degrees, minutes = 0, seconds = 0] = numbers.map((part) =>
    /^[-+]?[\d./]+$/.test(part) ? numberOf(part) : null,
  )
  if (degrees === undefined || degrees === null || minutes === null || seconds === null || numbers.length > 3)
    return null
  // Programs round 59.99996 to 60.
  if (minutes < 0 || minutes > 60 || seconds < 0 || seconds > 60) return null
  const size = Math.abs(degrees) + minutes / 60 + seconds / 3600
  const isBelow = text.trim().startsWith('-') || /^[SW]/i.test(letter?.[1] ?? letter?.[2] ?? textOf(side) ?? '')
  return isBelow ? -size : size
}

/** A packet's position, by its properties. */
export function placeOfXmp(get: (name: string) => unknown): SomeFields {
  const latitude = parseXmpCoordinate(get('exif:GPSLatitude'), get('exif:GPSLatitudeRef'))
  const longitude = parseXmpCoordinate(get('exif:GPSLongitude'), get('exif:GPSLongitudeRef'))
  return placeFields(latitude, longitude, heightOf(numberOf(get('exif:GPSAltitude')), get('exif:GPSAltitudeRef')))
}

/** When the picture was digitised: for a scan, not the time of the original. */
export const digitizedTimeOfXmp = (xmp: XmpProperties): SomeFields =>
  timeOf(xmp, ['exif:DateTimeDigitized', 'xmp:CreateDate'])

/** A caption if nothing else is one. */
export const commentOfXmp = (xmp: XmpProperties): SomeFields => ({
  caption: userCommentOf(textsOf(xmp.get('exif:UserComment'))[0]),
})

/** The first time of these properties. */
function timeOf(xmp: XmpProperties, names: readonly string[]): SomeFields {
  const name = names.find((each) => parsePartialDate(xmp.get(each)) !== null)
  const taken = name === undefined ? null : parsePartialDate(xmp.get(name))
  if (name === undefined || taken === null) return {}
  const offset = taken.offset ?? parseOffset(textOf(xmp.get('exifEX:OffsetTimeOriginal')))
  const subsec = subsecIn(xmp.get(name)) ?? parseSubsec(xmp.get('exif:SubSecTimeOriginal'))
  return { takenAt: taken.at, offset, subsec }
}

/** All named people: shown in the photo, or beside a face. */
function peopleOf(xmp: XmpProperties, regions: readonly PhotoRegion[]): SomeFields {
  const faces = regions.flatMap(({ type, name }) => (type === 'face' || type === 'pet' ? (name ?? []) : []))
  const people = textsOf([...textsOf(xmp.get('Iptc4xmpExt:PersonInImage')), ...faces])
  return people.length > 0 ? { people } : {}
}

function placeName(xmp: XmpProperties, name: string): string | null {
  const places: unknown[] = [xmp.get(LOCATION_CREATED)].flat()
  const first = places.find((place) => typeof place === 'object' && place !== null) as
    | Record<string, unknown>
    | undefined
  return textOf(first?.[name])
}

function flashOf(value: unknown): boolean | null {
  const fired =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['exif:Fired'] : undefined
  return typeof fired === 'string' ? /^true$/i.test(fired) : null
}

/**
 * The fields of an XMP packet, in a file or beside it; `picture` is the one that its regions refer to. The orientation
 * of a packet within a file means nothing, since decoders use EXIF alone; EXIF is read before it.
 */
export function fieldsOfXmp(xmp: XmpProperties, picture: StoredPicture): SomeFields {
  const first = (name: string) => textsOf(xmp.get(name))[0] ?? null
  const regions = regionsOfXmp(xmp, picture)
  return {
    ...choicesOfXmp(xmp),
    crop: cropOfXmp((name) => xmp.get(name)),
    ...keywordsOfXmp(xmp),
    ...peopleOf(xmp, regions),
    ...(regions.length > 0 && { regions }),
    ...cameraFieldsOfXmp(xmp),
    ...textsOfXmp(xmp),
    title: first('dc:title'),
    caption: captionOf(first('dc:description')),
    creator: textsOf(xmp.get('dc:creator')).join('; ') || null,
    copyright: first('dc:rights'),
    software: first('xmp:CreatorTool'),
  }
}

function textsOfXmp(xmp: XmpProperties): SomeFields {
  const texts = plainFields.map((field) => {
    const { xmp: name, part, location } = textProperties[field]
    const value: unknown = xmp.get(name)
    const own = part === undefined ? value : isStructure(value) ? value[part] : null
    const text = textFrom(field, textsOf(own)[0] ?? null)
    // The older property comes first.
    return [field, text ?? (location === undefined ? null : placeName(xmp, location))] as const
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
    ...timeOf(xmp, ['exif:DateTimeOriginal', 'photoshop:DateCreated']),
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
    focusDistance: positiveOf(xmp.get('aux:ApproximateFocusDistance') ?? xmp.get('exif:SubjectDistance')),
    exposureBias: numberOf(xmp.get('exif:ExposureBiasValue')),
    flashFired: flashOf(xmp.get('exif:Flash')),
  }
}
