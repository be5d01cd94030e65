import type { Text } from '../../contract/sentences/text.ts'
import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import type { PhotoCrop } from '../../contract/library/photo-crop.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { OutputSharpening, PictureFormat, PictureSize } from '../../contract/library/export-settings.ts'
import type { WatermarkPlace } from '../../contract/library/watermark.ts'
import type { FileMetadata } from './file-metadata.ts'

/** Formats that files are written in. */
export type FileFormat = Exclude<PictureFormat, 'original'>

/**
 * A crop given for a picture of the size `from`, and the size of the resulting file; or the whole photo. A `copy` is
 * not made here: it is refused if the file contains a picture that shows more than the photo, and otherwise has no
 * bytes.
 */
export type FileOrder =
  | { kind: 'crop'; crop: Rectangle; from: Size; size: Size }
  | { kind: 'photo'; size: PictureSize }
  | { kind: 'copy' }

type Placed = { place: WatermarkPlace; size: number; opacity: number; margin: number }
/** A watermark over a picture; sizes and margins as in the contract. */
export type DrawnWatermark = Placed &
  ({ kind: 'text'; text: string; color: string; fontFiles: readonly string[] } | { kind: 'picture'; bytes: Uint8Array })

/** How files are written. */
export type FileStyle = {
  format: FileFormat
  /** 1 to 100; ignored for PNG and TIFF. */
  quality: number
  /** Maximum bytes of a file, or null; the quality is lowered to reach it. */
  maxBytes: number | null
  /** A profile that sharp knows by name, or the path of one. */
  profile: { name: string; isSrgb: boolean }
  /** A picture with fewer pixels than requested keeps its size. */
  keepsSmall: boolean
  dpi: number
  sharpening: OutputSharpening | null
  watermark: DrawnWatermark | null
  metadata: FileMetadata | null
}

/**
 * Requested files of one photo; `turn` is the person's rotation of the upright photo, as an EXIF orientation, and
 * `crop` the part of the rotated photo that its files show.
 */
export type CutRequest = {
  path: string
  turn?: number
  crop?: PhotoCrop | undefined
  files: readonly FileOrder[]
  style: FileStyle
}

/** The bytes of one file and the size of its picture, or why it failed. */
export type CutFile =
  | { ok: true; value: Uint8Array; width: number; height: number }
  | { ok: false; code: ErrorCode; message: Text }
