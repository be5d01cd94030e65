import type { IimName } from '../../base/formats/iptc/iim.ts'
import type { XmpName } from '../../base/formats/xmp/xmp-names.ts'

/**
 * A text for a property of XMP and, if it exists there, of IPTC-IIM; `alternatives` may have other languages beside it.
 */
export type FileText = { xmp: XmpName; part?: XmpName; form?: 'alternatives'; iim?: { write: IimName }; text: string }

/**
 * The metadata of an exported file. Absent values are null, and lists empty; the caller leaves out what must stay
 * private.
 */
export type FileMetadata = {
  /** Several are separated by `;`. */
  creator: string | null
  copyright: string | null
  /** Wall-clock time `YYYY-MM-DDTHH:MM:SS`, and its offset from UTC such as `+02:00`. */
  takenAt: string | null
  offset: string | null
  subsec: string | null
  cameraMake: string | null
  cameraModel: string | null
  cameraSerial: string | null
  lens: string | null
  /** Seconds. */
  exposureTime: number | null
  aperture: number | null
  iso: number | null
  /** Millimetres. */
  focalLength: number | null
  focalLength35: number | null
  exposureBias: number | null
  flashFired: boolean | null
  title: string | null
  caption: string | null
  /** Each by its levels, the top level first. */
  keywords: readonly (readonly string[])[]
  /** Names of the people in the photo. */
  people: readonly string[]
  /** 1 to 5, -1 for rejected; null or 0 for none. */
  rating: number | null
  label: string | null
  /** Further texts, each with its property of XMP or a part of one. */
  texts: readonly FileText[]
  /** Degrees, WGS 84. */
  latitude: number | null
  longitude: number | null
  /** Metres. */
  altitude: number | null
}

/** A file without any metadata of its photo. */
export const noMetadata: FileMetadata = {
  creator: null,
  copyright: null,
  takenAt: null,
  offset: null,
  subsec: null,
  cameraMake: null,
  cameraModel: null,
  cameraSerial: null,
  lens: null,
  exposureTime: null,
  aperture: null,
  iso: null,
  focalLength: null,
  focalLength35: null,
  exposureBias: null,
  flashFired: null,
  title: null,
  caption: null,
  keywords: [],
  people: [],
  rating: null,
  label: null,
  texts: [],
  latitude: null,
  longitude: null,
  altitude: null,
}

/** Splits creators at `;`. */
export const creatorsOf = (creator: string | null): string[] =>
  (creator ?? '')
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Trims texts and drops characters that XML 1.0 cannot hold, so that EXIF, IPTC-IIM and XMP all have the same. */
export const plainMetadata = (metadata: FileMetadata): FileMetadata => plain(metadata)

function plain<T>(value: T): T
function plain(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '').trim()
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
}
