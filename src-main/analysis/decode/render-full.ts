import { say } from '../../contract/sentences/say.ts'
import { type CropFrame, frameOfCrop, sizeOfFrame } from '../../contract/library/photo-crop.ts'
import { boundsOfFrame, cropRaster, frameWithin, partOfFrame } from './crop-pixels.ts'
import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import { withOrientation } from '../../base/formats/exif/with-orientation.ts'
import { isJpeg, isPng, isWebp } from '../../base/formats/signatures.ts'
import { readJpegFrame } from '../../base/formats/jpeg/read-jpeg-frame.ts'
import type { FullRequest, RenderedPicture } from '../photo/findings.ts'
import type { Raster } from '../photo/photo.ts'
import { asFileError, DecodeFailure } from './decode-failure.ts'
import { decodeForScreen } from './decode-raster.ts'
import { limits } from './limits.ts'
import { unlimitedMemory, type MemoryLimiter } from './memory-limiter.ts'
import { openSource } from './open-source.ts'
import { orientRaster } from './orient-raster.ts'
import type { PhotoSource } from './photo-source.ts'
import type { ReadWatch } from './read-watch.ts'
import { encodable, inScreenColors, openPixels } from './source-pixels.ts'
import { storedRegion } from './stored-region.ts'
import { describeVipsError } from './describe-vips-error.ts'

/** Maximum bytes of a picture that is passed on unchanged; decoding larger ones costs less than moving them. */
const MAX_PASSED_BYTES = 64 * 1024 * 1024
/** A JPEG with more components is in print colours, which browsers show without their profile. */
const MAX_JPEG_SAMPLES = 3

/**
 * A photo's own pixels, or a tile of them. The bytes of the file, or of a camera's preview, are passed on if a browser
 * shows them upright and in their colours. All others become a JPEG at full resolution. Rejects with AppError
 * `file-missing`, `file-unreadable` or `disk-full`.
 */
export async function renderFull(
  { path, tile, quality, turn = 1, crop = null }: FullRequest,
  limitMemory: MemoryLimiter = unlimitedMemory,
  watch?: ReadWatch,
): Promise<RenderedPicture> {
  try {
    const source = await openSource(path, { limitMemory, watch, turn })
    const frame = crop && frameOfCrop(crop, source)
    const asItIs = tile === null && frame === null ? passOn(source, turn) : null
    if (asItIs !== null) return asItIs
    const raster =
      frame !== null
        ? await decodeFrame(
            source,
            tile === null ? frame : partOfFrame(frame, clip(tile, sizeOfFrame(frame))),
            limitMemory,
          )
        : tile === null
          ? await decodeWhole(source, limitMemory)
          : await decodeTile(source, clip(tile, source), limitMemory)
    const { width, height } = raster
    const bytes = await encodable(raster, source.colors === 'wide')
      .jpeg({ quality, chromaSubsampling: '4:4:4' })
      .toBuffer()
    return { bytes, type: 'image/jpeg', width, height }
  } catch (error) {
    throw asFileError(error) ?? error
  }
}

/** The original bytes if a browser shows them as libvips would; a rotated JPEG gets another orientation. */
function passOn(source: PhotoSource, turn: number): RenderedPicture | null {
  const { input, orientation, width, height, hasAlpha, media } = source
  if (typeof input === 'string' || input.length > MAX_PASSED_BYTES || media !== undefined || hasAlpha) return null
  const type = typeOf(input, orientation)
  if (type === null) return null
  return { bytes: turn === 1 ? input : withOrientation(input, orientation), type, width, height, isOwn: true }
}

function typeOf(bytes: Buffer, orientation: number): string | null {
  if (isJpeg(bytes)) {
    const frame = readJpegFrame(bytes)
    const isShown = frame !== null && !frame.isLossless && frame.components <= MAX_JPEG_SAMPLES
    return isShown ? 'image/jpeg' : null
  }
  if (orientation !== 1) return null // Of all formats, browsers apply the EXIF orientation of JPEG files only.
  if (isPng(bytes)) return 'image/png'
  return isWebp(bytes) ? 'image/webp' : null
}

const decodeWhole = async (source: PhotoSource, limitMemory: MemoryLimiter): Promise<Raster> =>
  (await decodeForScreen(source, Math.max(source.width, source.height), limitMemory)).raster

/** What a frame shows, from the part of the file that it needs. */
async function decodeFrame(source: PhotoSource, frame: CropFrame, limitMemory: MemoryLimiter): Promise<Raster> {
  const bounds = boundsOfFrame(frame, source)
  return cropRaster(await decodeTile(source, bounds, limitMemory), frameWithin(frame, bounds))
}

/** Clips a tile at the edges of the photo. Throws a DecodeFailure if none of it is in the photo. */
function clip({ x1, y1, x2, y2 }: Rectangle, { width, height }: Size): Rectangle {
  const inside = { x1, y1, x2: Math.min(x2, width), y2: Math.min(y2, height) }
  if (inside.x1 >= inside.x2 || inside.y1 >= inside.y2)
    throw new DecodeFailure('unsupported-format', say('pictures.noPixelsThere'))
  return inside
}

/** Reads the file up to the tile's last row, and keeps only the tile. */
async function decodeTile(source: PhotoSource, tile: Rectangle, limitMemory: MemoryLimiter): Promise<Raster> {
  const decode = () => decodeRegion(source, tile)
  const raster = source.decodeBytes > limits.heavyBytes ? await limitMemory(source.decodeBytes, decode) : await decode()
  return orientRaster(raster, source.orientation)
}

async function decodeRegion(source: PhotoSource, tile: Rectangle): Promise<Raster> {
  try {
    const region = openPixels(source, { failOn: 'none' })
      .extract(storedRegion(tile, source, source.orientation))
      .flatten({ background: '#ffffff' })
    const { data, info } = await inScreenColors(region, source.colors)
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, data }
  } catch (error) {
    throw describeVipsError(error)
  }
}
