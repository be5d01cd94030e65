import type { IimName } from '../../base/formats/iptc/iim.ts'
import type { XmpName } from '../../base/formats/xmp/xmp-names.ts'

/** A text in a property of XMP, and in IPTC-IIM where that has it; as `alternatives` it may stand beside other languages. */
export type FileText = { xmp: XmpName; part?: XmpName; form?: 'alternatives'; iim?: { write: IimName }; text: string }

/**
 * What an exported file says beside its pixels. Absent values are null, and lists empty: what is not to be told is left
 * out by the caller.
 */
export type FileMetadata = {
  /** Several are told apart by `;`. */
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
  /** Each by its levels, the outermost first. */
  keywords: readonly (readonly string[])[]
  /** Names of those on it. */
  people: readonly string[]
  /** 1 to 5, -1 for rejected; null or 0 for none. */
  rating: number | null
  label: string | null
  /** Further texts, each with its property of XMP, or the part of one. */
  texts: readonly FileText[]
  /** Degrees, WGS 84. */
  latitude: number | null
  longitude: number | null
  /** Metres. */
  altitude: number | null
}

/** A file that says nothing of its photo. */
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

/** Several creators are told apart by `;`. */
export const creatorsOf = (creator: string | null): string[] =>
  (creator ?? '')
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/**
 * The same with texts that EXIF, IPTC-IIM and XMP can all hold, so that they say the same: without white space around
 * them, and without characters that XML 1.0 has no place for.
 */
export const plainMetadata = (metadata: FileMetadata): FileMetadata => plain(metadata)

function plain<T>(value: T): T
function plain(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '').trim()
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
}
