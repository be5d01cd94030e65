import type { RenderedPicture, RenderRequest, ScaledRequest } from '../photo/findings.ts'
import { asFileError } from './decode-failure.ts'
import { decodeForScreen } from './decode-raster.ts'
import type { MemoryLimiter } from './memory-limiter.ts'
import { openSource } from './open-source.ts'
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
    const { path, longSide, turn = 1 } = request
    const source = await openSource(path, { longSide, turn, limitMemory, watch })
    const { raster, isWide } = await decodeForScreen(source, longSide, limitMemory)
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
