import { useDevicePixelRatio } from '@vueuse/core'
import type { PhotoCrop } from '../../src-main/contract/library/photo-crop.ts'
import { type PictureKind, pictureSides, sideOfPicture, sideOfThumb } from '../../src-main/contract/library/picture.ts'

/** A picture may be enlarged by this factor before a finer one is loaded: nobody sees the difference. */
const TOLERANCE = 1.1

/** The upright photo as it is shown, in its own pixels; zero while its size is not known. */
type Sized = Size & { crop?: PhotoCrop | undefined }
type Size = { width: number; height: number }
type Fit = 'cover' | 'contain'

/** The smallest picture of a photo with enough pixels for a box, which is in pixels of the screen. */
export function kindForBox(photo: Sized, box: Size, fit: Fit = 'cover'): Exclude<PictureKind, 'full'> {
  const needed = drawnSide(photo, box, fit) / TOLERANCE
  if (needed <= sideOfThumb(photo.crop ?? null)) return 'thumb'
  return (['large', 'wide', 'preview'] as const).find((kind) => needed <= sideOfPicture(kind, photo)) ?? 'screen'
}

/**
 * The same for boxes in CSS pixels. `most` is for views with many pictures at once: one of `screen` takes 17 MB when it
 * is decoded, and the library takes those from `preview` on for photos that a person opened.
 */
export function useKindForBox(most?: 'wide' | 'preview') {
  const { pixelRatio } = useDevicePixelRatio()
  return (photo: Sized, { width, height }: Size, fit?: Fit) => {
    const kind = kindForBox(photo, { width: width * pixelRatio.value, height: height * pixelRatio.value }, fit)
    return most !== undefined && kind !== 'thumb' && pictureSides[kind] > pictureSides[most] ? most : kind
  }
}

/** How many pixels the longer side of a photo needs, of those that it has: its parts beside the box count, too. */
function drawnSide({ width, height }: Size, box: Size, fit: Fit): number {
  if (width <= 0 || height <= 0) return Math.max(box.width, box.height)
  const scales = [box.width / width, box.height / height]
  return Math.max(width, height) * Math.min(1, fit === 'cover' ? Math.max(...scales) : Math.min(...scales))
}
