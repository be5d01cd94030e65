import { z } from 'zod'
import { Rectangle, Size } from '../analysis/cropping.ts'
import { ChangedIds } from './history.ts'
import { PhotoId } from './ids.ts'

/** A part of an upright photo; 0 to 1 from its left and top. */
export const CropPlace = z.object({
  x1: z.number().min(0).max(1),
  y1: z.number().min(0).max(1),
  x2: z.number().min(0).max(1),
  y2: z.number().min(0).max(1),
})
export type CropPlace = z.infer<typeof CropPlace>

/**
 * Sets the crop of photos for the ratio of a size, for this and every later export; null removes it. `wholeStacks`
 * includes all photos in the same stacks. Photos with another aspect ratio than the first are left out, because the
 * crop would be distorted.
 */
export const CropPin = z.object({
  ids: ChangedIds,
  size: Size,
  place: CropPlace.nullable(),
  wholeStacks: z.boolean().default(false),
})
export type CropPin = z.infer<typeof CropPin>

/** The crop that an export would take from a photo, in its upright pixels; `by` says who decided it. */
export const PlannedCrop = z.object({
  photoId: PhotoId,
  size: Size,
  crop: Rectangle.nullable(),
  /** `nobody`: the photo is not analysed yet. */
  by: z.enum(['person', 'analysis', 'nobody']),
})
export type PlannedCrop = z.infer<typeof PlannedCrop>
