import { z } from 'zod'
import { PhotoId } from './ids.ts'

/** In what a frame is better than most others of its stack. */
export const SuggestionReason = z.enum(['eyes-sharper', 'faces-sharper', 'subject-sharper', 'less-clipped', 'exposed'])
export type SuggestionReason = z.infer<typeof SuggestionReason>

/** What is known of a stack. Photos that are hidden are left out. */
export const StackView = z.object({
  stack: z.int(),
  /** Its photos by time. */
  frames: z.array(PhotoId),
  /** What the person put on top, or picked; null where they chose none. */
  chosen: PhotoId.nullable(),
  /** Photos that were taken to be used together, of which none is better than another; null for a burst. */
  set: z.enum(['bracket']).nullable(),
  /** Frames wait for their analysis, so that none can be suggested yet. */
  isWaiting: z.boolean(),
  /** The frame that is better than the others, with the reasons, the weightiest first; null where none stands out. */
  suggested: z.object({ id: PhotoId, reasons: z.array(SuggestionReason).min(1) }).nullable(),
})
export type StackView = z.infer<typeof StackView>
