import { captionOf, userCommentOf } from './captions.ts'
import {
  heightOf,
  numberOf,
  placeFields,
  positiveOf,
  ratingOf,
  ratingOfPercent,
  textOf,
  textsOf,
  type SomeFields,
} from './fields.ts'
import { decodeText } from '../../base/formats/text-encoding.ts'
import { plainFields, textProperties } from './text-properties.ts'
import { parseOffset, parsePartialDate, parseSubsec, parseWallClock, parseWrittenDate } from './wall-clock.ts'

type Block = Record<string, unknown>

/** exifr's raw values, block by block. */
export type RawExif = {
  ifd0?: Block
  exif?: Block
  gps?: Block
  iptc?: Block
  icc?: Block
  interop?: Block
  xmp?: string
  userComment?: Uint8Array
  /** When the original of a PNG was made. */
  createdAt?: string
  errors?: unknown[]
}

const oneByte = (value: unknown) => (value instanceof Uint8Array ? value[0] : value)

/** Cameras indicate Adobe RGB by an index beside EXIF (DCF 2.0). */
function colorSpaceOf(exif: Block, icc: Block, interop: Block): string | null {
  const profile = textOf(icc['ProfileDescription'])
  if (profile !== null) return profile
  if (exif['ColorSpace'] === 1) return 'sRGB'
  if (exif['ColorSpace'] === 2 || interop['InteropIndex'] === 'R03') return 'Adobe RGB'
  return exif['ColorSpace'] === 0xffff ? 'Uncalibrated' : null
}

/** Degrees, minutes and seconds as one number; south and west are negative. A part that is not used may be 0/0. */
function degreesOf(parts: unknown, side: unknown): number | null {
  if (!Array.isArray(parts) || parts.length === 0) return null
  const isUnused = (part: unknown, at: number) => at > 0 && Number.isNaN(part)
  const [degrees, minutes = 0, seconds = 0] = parts.map((part, at) =>
    isUnused(part, at) ? 0 : (numberOf(part) ?? Number.NaN),
  )
  const value = degrees! + minutes / 60 + seconds / 3600
  return Number.isFinite(value) ? (/^[SW]/i.test(String(side)) ? -value : value) : null
}

function placeOf(gps: Block): SomeFields {
  const latitude = numberOf(gps['latitude']) ?? degreesOf(gps['GPSLatitude'], gps['GPSLatitudeRef'])
  const longitude = numberOf(gps['longitude']) ?? degreesOf(gps['GPSLongitude'], gps['GPSLongitudeRef'])
  return placeFields(latitude, longitude, heightOf(numberOf(gps['GPSAltitude']), oneByte(gps['GPSAltitudeRef'])))
}

function timeOf(exif: Block, name: 'DateTimeOriginal' | 'CreateDate'): SomeFields {
  const taken = parseWallClock(exif[name])
  const offset =
    parseOffset(exif['OffsetTimeOriginal']) ??
    parseOffset(exif['OffsetTimeDigitized']) ??
    parseOffset(exif['OffsetTime'])
  if (taken === null) return {}
  const subsec = parseSubsec(exif['SubSecTimeOriginal']) ?? parseSubsec(exif['SubSecTimeDigitized'])
  return { takenAt: taken.at, offset: taken.offset ?? offset, subsec }
}

/** When the picture was digitised, which exifr calls `CreateDate`: for a scan not the time of the original. */
export const digitizedTimeOfExif = ({ exif = {} }: RawExif): SomeFields => timeOf(exif, 'CreateDate')

/** The fields for which the camera is the best source. */
export function cameraFieldsOfExif({ ifd0 = {}, exif = {}, gps = {}, icc = {}, interop = {} }: RawExif): SomeFields {
  const flash = numberOf(exif['Flash'])
  const orientation = numberOf(ifd0['Orientation']) ?? 1
  return {
    ...timeOf(exif, 'DateTimeOriginal'),
    ...placeOf(gps),
    cameraMake: textOf(ifd0['Make']),
    cameraModel: textOf(ifd0['Model']),
    cameraSerial: textOf(exif['SerialNumber']) ?? textOf(ifd0['CameraSerialNumber']),
    lens: textOf(exif['LensModel']),
    exposureTime: positiveOf(exif['ExposureTime']),
    aperture: positiveOf(exif['FNumber']),
    iso: positiveOf(exif['ISO'] ?? exif['ISOSpeedRatings']),
    focalLength: positiveOf(exif['FocalLength']),
    focalLength35: positiveOf(exif['FocalLengthIn35mmFormat']),
    focusDistance: positiveOf(exif['SubjectDistance']),
    exposureBias: numberOf(exif['ExposureCompensation']),
    flashFired: flash === null ? null : (flash & 1) === 1,
    orientation: orientation >= 1 && orientation <= 8 ? Math.trunc(orientation) : 1,
    colorSpace: colorSpaceOf(exif, icc, interop),
  }
}

/** EXIF fields that a person sets; the same person's XMP or IPTC overrides them. */
export function personFieldsOfExif({ ifd0 = {} }: RawExif): SomeFields {
  const keywords = textsOf(windowsTextOf(ifd0['XPKeywords'])?.split(';'))
  return {
    ...(keywords.length > 0 && { keywords }),
    title: windowsTextOf(ifd0['XPTitle']),
    caption: captionOf(ifd0['ImageDescription']) ?? captionOf(windowsTextOf(ifd0['XPComment'])),
    creator: textOf(ifd0['Artist']) ?? windowsTextOf(ifd0['XPAuthor']),
    copyright: textOf(ifd0['Copyright']),
    rating: ratingOf(ifd0['Rating']) ?? ratingOfPercent(ifd0['RatingPercent']),
    software: textOf(ifd0['Software']),
  }
}

/** Windows stores its texts as UTF-16 in bytes. */
function windowsTextOf(value: unknown): string | null {
  if (value instanceof Uint8Array) return textOf(new TextDecoder('utf-16le').decode(value))
  return textOf(value)
}

/** A caption if nothing else is one. */
export const commentOfExif = ({ exif = {}, userComment }: RawExif): SomeFields => ({
  caption: userCommentOf(userComment ?? exif['UserComment']),
})

/** The creation time of a PNG's original. */
export function creationTimeOfPng({ createdAt = '' }: RawExif): SomeFields {
  const made = parseWrittenDate(createdAt)
  return made === null ? {} : { takenAt: made.at, offset: made.offset }
}

/** When the file was last changed, for old cameras without other times. */
export function changeTimeOfExif({ ifd0 = {}, exif = {} }: RawExif): SomeFields {
  const changed = parseWallClock(ifd0['ModifyDate'])
  return changed === null ? {} : { takenAt: changed.at, offset: changed.offset ?? parseOffset(exif['OffsetTime']) }
}

/** Date and time of IPTC joined: `20190512` and `143312+0200`, or with separators of other standards. */
function timeOfIptc(iptc: Block, dateName: string, timeName: string): SomeFields {
  const text = (name: string) => textsOf(iptc[name])[0] ?? ''
  // Unknown parts are 00.
  const date = text(dateName)
    .replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
    .replaceAll(/([:/-])00(?!\d)/g, '$101')
  const time = text(timeName).replace(
    /^(\d{2})(\d{2})(\d{2})?/,
    (_all, hour, minute, second = '00') => `${hour}:${minute}:${second}`,
  )
  const isWhole = date.length > 10
  const taken = parsePartialDate(isWhole || time === '' ? date : `${date}T${time}`) ?? parsePartialDate(date)
  return taken === null ? {} : { takenAt: taken.at, offset: taken.offset }
}

/** When the picture was digitised, by IPTC. */
export const digitizedTimeOfIptc = ({ iptc = {} }: RawExif): SomeFields =>
  timeOfIptc(iptc, 'DigitalCreationDate', 'DigitalCreationTime')

/** The fields of IPTC. */
export function fieldsOfIptc({ iptc = {} }: RawExif): SomeFields {
  const text = (name: string) => textsOf(readIptc(iptc[name]))[0] ?? null
  const keywords = textsOf(readIptc(iptc['Keywords']))
  return {
    ...timeOfIptc(iptc, 'DateCreated', 'TimeCreated'),
    ...(keywords.length > 0 && { keywords }),
    ...textsOfIptc(text),
    title: text('ObjectName'),
    caption: captionOf(text('Caption')),
    creator: text('Byline'),
    copyright: text('CopyrightNotice'),
  }
}

const textsOfIptc = (text: (name: string) => string | null): SomeFields =>
  Object.fromEntries(
    plainFields.flatMap((field) => {
      const { iim } = textProperties[field]
      return iim === undefined ? [] : [[field, text(iim.read)]]
    }),
  )

/** exifr returns IPTC text as one character per byte. */
function readIptc(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readIptc)
  const isRaw = typeof value === 'string' && /[\u0080-\u00ff]/.test(value) && !/[\u0100-\uffff]/.test(value)
  return isRaw ? decodeText(Buffer.from(value, 'latin1')) : value
}
