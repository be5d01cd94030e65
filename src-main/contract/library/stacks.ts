import { z } from 'zod'
import { PhotoId } from './ids.ts'

/** In what a frame is better than most others of its stack. */
export const SuggestionReason = z.enum(['eyes-sharper', 'faces-sharper', 'subject-sharper', 'less-clipped', 'exposed'])
export type SuggestionReason = z.infer<typeof SuggestionReason>

/**
 * Photos that were taken to be used together: at several exposures, side by side, or with the focus from front to back.
 */
export const StackSet = z.enum(['bracket', 'panorama', 'focus-stack'])
export type StackSet = z.infer<typeof StackSet>

/** What is known of a stack. Photos that are hidden are left out. */
export const StackView = z.object({
  stack: z.int(),
  /** Its photos by time. */
  frames: z.array(PhotoId),
  /** What the person put on top, or picked; null where they chose none. */
  chosen: PhotoId.nullable(),
  /** What its photos are together where none of them is better than another; null for a burst. */
  set: StackSet.nullable(),
  /** Frames wait for their analysis, so that none can be suggested yet. */
  isWaiting: z.boolean(),
  /** The frame that is better than the others, with the reasons, the weightiest first; null where none stands out. */
  suggested: z.object({ id: PhotoId, reasons: z.array(SuggestionReason).min(1) }).nullable(),
})
export type StackView = z.infer<typeof StackView>
