import { say } from '../../contract/sentences/say.ts'
import type { FileOrder } from '../../analysis/cutting/cut-request.ts'
import { AppError } from '../../contract/errors.ts'
import type { Size } from '../../contract/analysis/cropping.ts'
import type { Region } from '../../contract/library/similar.ts'

/** Longer side, in pixels, of a compared part: no model sees more. */
const MAX_SIDE = 800
/** Shorter side of the smallest part, in pixels of the photo. */
const MIN_SIDE = 16

/** The crop of a photo for a region. Throws `bad-params` if it has too few pixels to compare. */
export function cropOf({ width, height }: Size, region: Region): FileOrder & { kind: 'crop' } {
  const [x1, y1] = [Math.floor(region.left * width), Math.floor(region.top * height)]
  const x2 = Math.min(width, Math.ceil((region.left + region.width) * width))
  const y2 = Math.min(height, Math.ceil((region.top + region.height) * height))
  if (Math.min(x2 - x1, y2 - y1) < MIN_SIDE) throw new AppError('bad-params', say('errors.partTooSmall'))
  const scale = Math.min(1, MAX_SIDE / Math.max(x2 - x1, y2 - y1))
  const size = { width: Math.round((x2 - x1) * scale), height: Math.round((y2 - y1) * scale) }
  return { kind: 'crop', crop: { x1, y1, x2, y2 }, from: { width, height }, size }
}
