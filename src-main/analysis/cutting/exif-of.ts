import { creatorsOf, type FileMetadata } from './file-metadata.ts'

type Entries = Record<string, string | null>
type Directory = Record<string, string>

/** EXIF entries by directory, as sharp takes them; IFD2 is the Exif directory, IFD3 that of GPS. */
export type ExifEntries = { IFD0: Directory; IFD2: Directory; IFD3: Directory }

const SRGB = '1'
const UNCALIBRATED = '65535'

/** The EXIF of a JPEG has room for 64 KB in all, or is dropped entirely. XMP has longer texts in full. */
const MAX_TEXT_BYTES = 9_000

const given = (entries: Entries): Directory =>
  Object.fromEntries(Object.entries(entries).flatMap(([name, value]) => (value ? [[name, shorten(value)]] : [])))

/** Cuts between two characters; a NUL would end the text. */
const shorten = (text: string): string =>
  new TextDecoder().decode(Buffer.from(text.replaceAll('\0', '')).subarray(0, MAX_TEXT_BYTES), { stream: true })

const rational = (value: number | null, parts = 1000): string | null =>
  value === null || !Number.isFinite(value) ? null : `${Math.round(value * parts)}/${parts}`

/** Formats short times as photographers do, `1/250`. */
function exposure(seconds: number | null): string | null {
  if (seconds === null || seconds <= 0) return null
  const whole = Math.round(1 / seconds)
  return seconds < 1 && Math.abs(1 / seconds - whole) < 0.05 * whole ? `1/${whole}` : rational(seconds)
}

/** EXIF entries about the picture itself: all that a file without metadata has. */
const aboutPicture = (isSrgb: boolean): Directory => ({ ColorSpace: isSrgb ? SRGB : UNCALIBRATED })

/** The EXIF entries of a file; null writes nothing about the photo. */
export function exifOf(metadata: FileMetadata | null, isSrgb: boolean): ExifEntries {
  if (metadata === null) return { IFD0: {}, IFD2: aboutPicture(isSrgb), IFD3: {} }
  const date = metadata.takenAt?.replace(/^(\d{4})-(\d{2})-(\d{2})T/, '$1:$2:$3 ').slice(0, 19) ?? null
  return {
    IFD0: given({
      ImageDescription: metadata.caption,
      Make: metadata.cameraMake,
      Model: metadata.cameraModel,
      Artist: creatorsOf(metadata.creator).join('; '),
      Copyright: metadata.copyright,
      Software: 'Lumafold',
    }),
    IFD2: given({
      ...aboutPicture(isSrgb),
      ExposureTime: exposure(metadata.exposureTime),
      FNumber: rational(metadata.aperture, 100),
      ISOSpeedRatings: metadata.iso === null ? null : String(Math.min(65_535, Math.round(metadata.iso))),
      DateTimeOriginal: date,
      OffsetTimeOriginal: date && metadata.offset,
      SubSecTimeOriginal: date && metadata.subsec,
      ExposureBiasValue: rational(metadata.exposureBias),
      Flash: metadata.flashFired === null ? null : metadata.flashFired ? '1' : '16',
      FocalLength: rational(metadata.focalLength, 100),
      FocalLengthIn35mmFilm: metadata.focalLength35 === null ? null : String(Math.round(metadata.focalLength35)),
      BodySerialNumber: metadata.cameraSerial,
      LensModel: metadata.lens,
    }),
    IFD3: gps(metadata),
  }
}

function gps({ latitude, longitude, altitude }: FileMetadata): Directory {
  if (latitude === null || longitude === null) return {}
  return given({
    // libexif writes its own version, which the directory must name.
    GPSVersionID: '2 3 0 0',
    GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
    GPSLatitude: degrees(latitude),
    GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
    GPSLongitude: degrees(longitude),
    GPSAltitudeRef: altitude === null ? null : altitude < 0 ? '1' : '0',
    GPSAltitude: rational(altitude === null ? null : Math.abs(altitude), 100),
  })
}

/** Degrees, minutes and seconds. */
function degrees(value: number): string {
  const seconds = Math.round(Math.abs(value) * 3600 * 10_000)
  const whole = Math.floor(seconds / 36_000_000)
  const minutes = Math.floor((seconds % 36_000_000) / 600_000)
  return `${whole}/1 ${minutes}/1 ${seconds % 600_000}/10000`
}
