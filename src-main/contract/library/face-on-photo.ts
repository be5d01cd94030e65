import { z } from 'zod'

/** Where on its photo a face is, as a number: that of its middle. */
export const FaceKey = z.int().min(0).max(99_999_999)

/** What is known of a face that was found on a photo. */
export const FaceOnPhoto = z.object({
  key: FaceKey,
  /** Whose it is; null where nobody said. */
  name: z.string().nullable(),
  /** The name comes from the photo's file and not from the person. */
  isFromFile: z.boolean(),
  /** Left alone: no face, or a stranger's. */
  isIgnored: z.boolean(),
  /** Whose it may be, with a score from 50 to 100 that is no probability. */
  suggestion: z.object({ name: z.string(), score: z.number() }).nullable(),
})
export type FaceOnPhoto = z.infer<typeof FaceOnPhoto>
