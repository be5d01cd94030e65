import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'

/** Width and height in whole pixels. */
export type Frame = { width: number; height: number }

/** Maximum side in pixels; larger numbers are mistakes. */
const MAX_SIDE = 100_000

/** Throws `bad-params` if a requested size is invalid. */
export function checkSize({ width, height }: Frame): void {
  const isSide = (side: number): boolean => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE
  if (!isSide(width) || !isSide(height))
    throw new AppError('bad-params', say('pictures.noSize', { size: `${width}x${height}`, most: MAX_SIDE }))
}

/**
 * The largest frame of a ratio inside the picture, or `scale` (0 to 1) of it. The ratio is correct to one pixel on its
 * shorter side, unless that would make a side less than one pixel.
 */
export function frameOf(ratio: Frame, picture: Frame, scale = 1): Frame {
  const isWide = ratio.width >= ratio.height
  const [long, short] = isWide ? [ratio.width, ratio.height] : [ratio.height, ratio.width]
  const [maxLong, maxShort] = isWide ? [picture.width, picture.height] : [picture.height, picture.width]
  const longest = Math.min(maxLong, Math.floor(((maxShort + 0.499) * long) / short))
  const longSide = Math.max(1, Math.round(longest * scale))
  const shortSide = Math.min(maxShort, Math.max(1, Math.round((longSide * short) / long)))
  return isWide ? { width: longSide, height: shortSide } : { width: shortSide, height: longSide }
}
