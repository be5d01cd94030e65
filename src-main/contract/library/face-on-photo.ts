import { z } from 'zod'

/** The position of a face in its photo as a number, computed from its centre. */
export const FaceKey = z.int().min(0).max(99_999_999)

/** What is known about a face in a photo. */
export const FaceOnPhoto = z.object({
  key: FaceKey,
  /** The person's name; null if the face has none. */
  name: z.string().nullable(),
  /** Whether the name comes from the photo's file and not from the person. */
  isFromFile: z.boolean(),
  /** Whether the face is left alone: it is not a face, or a stranger's. */
  isIgnored: z.boolean(),
  /** Who it may be, with a score from 50 to 100, which is not a probability. */
  suggestion: z.object({ name: z.string(), score: z.number() }).nullable(),
})
export type FaceOnPhoto = z.infer<typeof FaceOnPhoto>
