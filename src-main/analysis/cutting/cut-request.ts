import type { Text } from '../../contract/sentences/text.ts'
import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { OutputSharpening, PictureFormat, PictureSize } from '../../contract/library/export-settings.ts'
import type { WatermarkPlace } from '../../contract/library/watermark.ts'
import type { FileMetadata } from './file-metadata.ts'

/** Formats that files are written in. */
export type FileFormat = Exclude<PictureFormat, 'original'>

/**
 * A crop given for a picture of the size `from`, and the size of the file that it becomes; or the whole photo. A `copy`
 * is not made here: it is refused where the file holds another picture that shows more than the photo, and has no bytes
 * otherwise.
 */
export type FileOrder =
  | { kind: 'crop'; crop: Rectangle; from: Size; size: Size }
  | { kind: 'photo'; size: PictureSize }
  | { kind: 'copy' }

type Placed = { place: WatermarkPlace; size: number; opacity: number; margin: number }
/** What is drawn over a picture; sizes and margins as in the contract. */
export type DrawnWatermark = Placed &
  ({ kind: 'text'; text: string; color: string; fontFiles: readonly string[] } | { kind: 'picture'; bytes: Uint8Array })

/** How files are written. */
export type FileStyle = {
  format: FileFormat
  /** 1 to 100; ignored for PNG and TIFF. */
  quality: number
  /** Most bytes of a file, or null; the quality is lowered for it. */
  maxBytes: number | null
  /** A profile that sharp knows by name, or the path of one. */
  profile: { name: string; isSrgb: boolean }
  /** A picture with fewer pixels than asked for keeps those that it has. */
  keepsSmall: boolean
  dpi: number
  sharpening: OutputSharpening | null
  watermark: DrawnWatermark | null
  metadata: FileMetadata | null
}

/** Files wanted of one photo; `turn` is how the person turned the upright photo, as EXIF counts turns. */
export type CutRequest = { path: string; turn?: number; files: readonly FileOrder[]; style: FileStyle }

/** The bytes of one file and the size of its picture, or why there are none. */
export type CutFile =
  | { ok: true; value: Uint8Array; width: number; height: number }
  | { ok: false; code: ErrorCode; message: Text }
