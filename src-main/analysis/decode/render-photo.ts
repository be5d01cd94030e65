import { frameOfCrop, type PhotoCrop, sizeOfFrame } from '../../contract/library/photo-crop.ts'
import { cropRaster } from './crop-pixels.ts'
import { fitRaster } from './fit-raster.ts'
import type { RenderedPicture, RenderRequest, ScaledRequest } from '../photo/findings.ts'
import { asFileError } from './decode-failure.ts'
import { decodeForScreen } from './decode-raster.ts'
import type { MemoryLimiter } from './memory-limiter.ts'
import { openSource } from './open-source.ts'
import type { PhotoSource } from './photo-source.ts'
import type { ReadWatch } from './read-watch.ts'
import { renderFull } from './render-full.ts'
import { encodable } from './source-pixels.ts'

/**
 * Renders a photo for the screen from the original: in sRGB, or in Display P3 with an embedded profile if the photo has
 * colours beyond sRGB. Rejects with AppError `file-missing`, `file-unreadable` or `disk-full`.
 */
export async function renderPhoto(
  request: RenderRequest,
  limitMemory?: MemoryLimiter,
  watch?: ReadWatch,
): Promise<RenderedPicture> {
  return 'tile' in request ? renderFull(request, limitMemory, watch) : renderScaled(request, limitMemory, watch)
}

async function renderScaled(
  request: ScaledRequest,
  limitMemory?: MemoryLimiter,
  watch?: ReadWatch,
): Promise<RenderedPicture> {
  try {
    const { path, longSide, turn = 1, crop = null } = request
    // Sources with pictures of several sizes choose one that is large enough for a crop.
    const source = await openSource(path, {
      ...(crop === null ? { longSide } : {}),
      turn,
      limitMemory,
      watch,
    })
    const { raster, isWide } =
      crop === null
        ? await decodeForScreen(source, longSide, limitMemory)
        : await decodeCrop(source, crop, longSide, limitMemory)
    const { width, height } = raster
    const picture = encodable(raster, isWide)
    const encoded =
      request.format === 'jpeg'
        ? picture.jpeg({ quality: request.quality })
        : picture.webp({ quality: request.quality, effort: 1 })
    return { bytes: await encoded.toBuffer(), type: `image/${request.format}`, width, height }
  } catch (error) {
    throw asFileError(error) ?? error
  }
}

/** What a crop shows, with at most `longSide` pixels on its longer side. */
async function decodeCrop(source: PhotoSource, crop: PhotoCrop, longSide: number, limitMemory?: MemoryLimiter) {
  const frame = frameOfCrop(crop, source)
  if (frame === null) return decodeForScreen(source, longSide, limitMemory)
  const { width, height } = sizeOfFrame(frame)
  const whole = Math.max(source.width, source.height)
  const side = Math.min(whole, Math.ceil((longSide * whole) / Math.max(width, height)))
  const { raster, isWide } = await decodeForScreen(source, side, limitMemory)
  const small = await cropRaster(raster, frameOfCrop(crop, raster) ?? frame)
  if (Math.max(small.width, small.height) <= longSide) return { raster: small, isWide }
  return { raster: await fitRaster(small, { width: longSide, height: longSide, fit: 'inside' }), isWide }
}
