import type { TiffPlace } from '../../base/formats/tiff/main-picture.ts'
import type { PhotoFacts } from '../photo/photo.ts'
import type { MemoryLimiter } from './memory-limiter.ts'
import type { PhotoFile } from './read-photo-file.ts'
import type { ReadWatch } from './read-watch.ts'

/**
 * A photo's file as libvips can read it, whatever its format. `openPixels(source)` gives the
 * stored picture, upright of `width` x `height`: a RAW file has become its preview, a HEIC file plain pixels with their colour
 * profile. The size is that of what can be seen: of the largest preview for RAW.
 */
export type PhotoSource = PhotoFacts & {
  /** The picture's bytes, or the path of a very large file. */
  input: Buffer | string
  /** EXIF orientation still to be applied to the pixels of `input`. */
  orientation: number
  /**
   * `srgb`: libvips brings it to sRGB by itself (no profile, grey, ink, 8 bits within sRGB). `profile`: an RGB picture of
   * 16 bits whose profile lies within sRGB. `wide`: the same with colours that sRGB cannot show.
   */
  colors: 'srgb' | 'profile' | 'wide'
  /** Which picture of a TIFF it is. */
  place: TiffPlace
  /** Bytes that a decode is expected to hold. */
  decodeBytes: number
  warnings: string[]
}

/** What a file says of its photo; `load` decodes what libvips cannot read itself, and rejects with a DecodeFailure. */
export type InspectedPhoto = PhotoFacts & { load(): Promise<PhotoSource> }

export type OpenOptions = {
  /**
   * A RAW file's preview need not be larger than this, in pixels of its longer side; without it the largest is taken.
   */
  longSide?: number
  limitMemory?: MemoryLimiter
  watch?: ReadWatch | undefined
  /** How a person turned the upright photo, as EXIF counts turns; 1 not at all. */
  turn?: number
}

/** Looks at a file of one family of formats. Rejects with a DecodeFailure that names what is wrong with it. */
export type InspectFile = (file: PhotoFile, format: string, options: OpenOptions) => Promise<InspectedPhoto>
