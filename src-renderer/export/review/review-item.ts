import type { Size } from '../../../src-main/contract/analysis/cropping.ts'
import type { PhotoId } from '../../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../../src-main/contract/library/photo.ts'

/** One crop of the sheet; its photo is absent while it is not loaded, and null if it cannot be shown. */
export type ReviewItem = { index: number; photoId: PhotoId; size: Size; photo: PhotoTile | null | undefined }
/**
 * Who decided a crop: the person for this export (`moved`) or permanently (`pinned`); the analysis; nobody, so that it
 * is the middle.
 */
export type CropState = 'moved' | 'pinned' | 'suggested' | 'middle'

export const keyOf = (photoId: PhotoId, { width, height }: Size): string => `${photoId}:${width}x${height}`
