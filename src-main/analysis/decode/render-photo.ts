import { AppError } from '../../contract/errors.ts'
import type { RenderedPicture, RenderRequest } from '../photo/findings.ts'
import { DecodeFailure } from './decode-failure.ts'
import { decodeRaster } from './decode-raster.ts'
import { sharp } from './libvips.ts'
import type { MemoryLimiter } from './memory-limiter.ts'
import { openSource } from './open-source.ts'

/** Makes a picture for the screen from the original. Rejects with AppError `file-missing` or `file-unreadable`. */
export async function renderPhoto(request: RenderRequest, limitMemory?: MemoryLimiter): Promise<RenderedPicture> {
  try {
    const source = await openSource(request.path, { longSide: request.longSide, limitMemory })
    const { raster } = await decodeRaster(source, request.longSide, limitMemory)
    const { width, height, data } = raster
    const picture = sharp(data, { raw: { width, height, channels: 3 } })
    const encoded =
      request.format === 'jpeg'
        ? picture.jpeg({ quality: request.quality })
        : picture.webp({ quality: request.quality, effort: 1 })
    return { bytes: await encoded.toBuffer(), type: `image/${request.format}`, width, height }
  } catch (error) {
    if (!(error instanceof DecodeFailure)) throw error
    throw new AppError(error.code === 'file-missing' ? 'file-missing' : 'file-unreadable', error.message, {
      cause: error,
    })
  }
}
