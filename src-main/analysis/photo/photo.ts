import type { Text } from '../../contract/sentences/text.ts'
import type { MediaKind } from '../../contract/library/photo.ts'
import type { UploadPicture } from './findings.ts'

/** Pixels in memory: 8-bit sRGB, row-major, three channels interleaved. */
export type Raster = { width: number; height: number; data: Uint8Array }

/**
 * Brightness alone, row-major: luma of ITU-R BT.601 from 0 to 255. One level is `LUMA_UNIT` parts, since the
 * measurement of edges needs fractions of a level.
 */
export type Luma = { width: number; height: number; levels: Int16Array }
export const LUMA_UNIT = 64

/**
 * How a model takes its picture: squashed to the size, the whole picture inside it, or the middle of the picture
 * covering it.
 */
export type FitSpec = { width: number; height: number; fit: 'squash' | 'inside' | 'cover' }

/**
 * Hashes of a file: `contentHash` is the SHA-256 (hex) of all its bytes, `imageHash` that of its image data, apart from
 * metadata, as `base/formats/image-data` writes it.
 */
export type FileHashes = { contentHash: string; imageHash: string }

/** Properties of a photo's file that are known without decoding a pixel. */
export type PhotoProperties = {
  /** Upright size of the original in pixels. */
  width: number
  height: number
  /** Real format by content, lower case: `jpeg`, `png`, `heic`, `cr2`, … */
  format: string
  hasAlpha: boolean
  /** The kind of film or animation; absent for a still picture. */
  media?: Exclude<MediaKind, 'photo'>
  /** Length of a film, if known. */
  durationMs?: number | null
}

/** The file of a photo, after reading; the properties are absent if its picture cannot be opened. */
export type ReadPhoto = Partial<PhotoProperties> & {
  /** Computed on first use. */
  hashes(): Promise<FileHashes>
}

/**
 * A photo after its one decode: upright, sRGB, alpha on white. Steps and models read everything from here and never
 * open the file again.
 */
export type DecodedPhoto = PhotoProperties & {
  /** Hashes of the photo's file, computed on first use. */
  hashes(): Promise<FileHashes>
  /** The decoded raster; its longest side is at most WORKING_SIDE, or less if the steps need less. */
  pixels: Raster
  /** The same raster in Display P3, for display, if the photo has colours that sRGB cannot show. */
  wide?: Raster
  /**
   * Brightness from the same decode, at most FINE_SIDE; present if it was requested and the photo has more pixels than
   * `pixels`. For a photo with a colour profile it may be that of the stored colours.
   */
  fine?: Luma
  /** A resized copy (bilinear or better); the same spec gives the same raster, computed once. */
  fitted(spec: FitSpec): Promise<Raster>
  /** The picture for a service, if one was requested. */
  upload?: UploadPicture
  /** Unusual properties of the file; usually empty. */
  warnings: Text[]
}

/** Longest side of the decoded raster in pixels: what the most demanding model (faces) needs. */
export const WORKING_SIDE = 640

/**
 * Longest side in pixels of the raster for measuring sharpness. A decoder reads JPEG at half size for it, which costs
 * 21 ms more than the other raster of 24 megapixels; 2560 would cost 57 ms.
 */
export const FINE_SIDE = 1600
