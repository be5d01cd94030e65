import type { Text } from '../../contract/sentences/text.ts'
import type { TiffPlace } from '../../base/formats/tiff/main-picture.ts'
import type { PhotoProperties } from '../photo/photo.ts'
import type { MemoryLimiter } from './memory-limiter.ts'
import type { PhotoFile } from './read-photo-file.ts'
import type { ReadWatch } from './read-watch.ts'

/**
 * A photo's file in a form that libvips can read, whatever its format. `openPixels(source)` gives the stored picture,
 * upright of `width` x `height`. A RAW file has become its preview, a HEIC file plain pixels with their colour profile.
 * The size is that of the visible picture: of the largest preview for RAW.
 */
export type PhotoSource = PhotoProperties & {
  /** The picture's bytes, or the path of a very large file. */
  input: Buffer | string
  /** EXIF orientation to apply to the pixels of `input`. */
  orientation: number
  /**
   * `srgb`: libvips converts it to sRGB by itself (no profile, grey, ink, 8 bits within sRGB). `profile`: an RGB
   * picture of 16 bits whose profile lies within sRGB. `wide`: the same with colours that sRGB cannot show.
   */
  colors: 'srgb' | 'profile' | 'wide'
  /** The picture of a TIFF. */
  place: TiffPlace
  /** Estimated bytes of a decode. */
  decodeBytes: number
  warnings: Text[]
}

/**
 * The properties of a photo's file. `load` decodes what libvips cannot read itself, and rejects with a DecodeFailure.
 */
export type InspectedPhoto = PhotoProperties & { load(): Promise<PhotoSource> }

export type OpenOptions = {
  /** Pixels on the longer side that suffice for a RAW file's preview; without it the largest preview is used. */
  longSide?: number
  limitMemory?: MemoryLimiter
  watch?: ReadWatch | undefined
  /** A person's rotation of the upright photo, as an EXIF orientation; 1 for none. */
  turn?: number
}

/** Inspects a file of one family of formats. Rejects with a DecodeFailure that names its fault. */
export type InspectFile = (file: PhotoFile, format: string, options: OpenOptions) => Promise<InspectedPhoto>
