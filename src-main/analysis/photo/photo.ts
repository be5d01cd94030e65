import type { MediaKind } from '../../contract/library/media.ts'
import type { UploadPicture } from './findings.ts'

/** Pixels in memory: 8-bit sRGB, row-major, three channels interleaved. */
export type Raster = { width: number; height: number; data: Uint8Array }

/**
 * Brightness alone, row-major: luma of ITU-R BT.601 from 0 to 255, in parts of which `LUMA_UNIT` make one level, since
 * what is small beside a level counts where edges are measured.
 */
export type Luma = { width: number; height: number; levels: Int16Array }
export const LUMA_UNIT = 64

/**
 * How a model wants its picture: squashed to the size, the whole picture inside it, or covering it with the middle cut
 * out.
 */
export type FitSpec = { width: number; height: number; fit: 'squash' | 'inside' | 'cover' }

/**
 * Hashes of a file: `contentHash` is the SHA-256 (hex) of all its bytes, `imageHash` that of its image data, apart from
 * metadata, as `formats/image-data` writes it.
 */
export type FileHashes = { contentHash: string; imageHash: string }

/** What a file says of its photo without a pixel being decoded. */
export type PhotoFacts = {
  /** Upright size of the original in pixels. */
  width: number
  height: number
  /** Real format by content, lower case: `jpeg`, `png`, `heic`, `cr2`, … */
  format: string
  hasAlpha: boolean
  /** What moves; absent for a picture that does not. */
  media?: Exclude<MediaKind, 'photo'>
  /** Length of a film, where it says that. */
  durationMs?: number | null
}

/** A photo's file that was read; the facts are absent where the picture in it cannot be opened. */
export type ReadPhoto = Partial<PhotoFacts> & {
  /** Computed when first asked for. */
  hashes(): Promise<FileHashes>
}

/**
 * A photo after the one decode: upright, sRGB, alpha laid on white. Steps and models take what they need from here and
 * never open the file again.
 */
export type DecodedPhoto = PhotoFacts & {
  /** Of the photo's file; computed when first asked for. */
  hashes(): Promise<FileHashes>
  /** The decoded raster; its longest side is at most WORKING_SIDE, or what the steps need where that is less. */
  pixels: Raster
  /** The same raster in Display P3, where the photo has colours that sRGB cannot show; for what is looked at. */
  wide?: Raster
  /**
   * Brightness from the same decode, at most FINE_SIDE; where it was asked for and the photo has more pixels than
   * `pixels`. Of a photo with a colour profile it may be that of the colours as they are stored.
   */
  fine?: Luma
  /** A resized copy (bilinear or better); the same spec gives the same raster, computed once. */
  fitted(spec: FitSpec): Promise<Raster>
  /** The picture to send to a service, where one was asked for. */
  upload?: UploadPicture
  /** What was unusual about the file, as sentences; mostly empty. */
  warnings: string[]
}

/** Longest side of the decoded raster in pixels: what the most demanding model (faces) reads. */
export const WORKING_SIDE = 640

/**
 * Longest side in pixels of the raster in which sharpness is measured: a decoder reads JPEG at half size for it, which
 * costs 21 ms more than the other raster of 24 megapixels; 2560 would cost 57.
 */
export const FINE_SIDE = 1600
