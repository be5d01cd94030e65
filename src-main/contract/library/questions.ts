import { z } from 'zod'
import { PhotoTile } from './photo.ts'

/** A photo as shown in a question about which file belongs to it. */
export const QuestionPhoto = PhotoTile.extend({
  /** Where its file is or was. */
  path: z.string(),
  bytes: z.int(),
  /** ISO 8601. */
  modifiedAt: z.string(),
  /** Tags that the person gave. */
  tags: z.array(z.string()),
})
export type QuestionPhoto = z.infer<typeof QuestionPhoto>

/** A photo whose file is gone, and found files of which one may be its own; only a person can decide. */
export const FileQuestion = z.object({
  photo: QuestionPhoto,
  candidates: z.array(QuestionPhoto),
  /** `same-place`: another file is in its place. `equal-copies`: several files hold the same picture. */
  reason: z.enum(['same-place', 'equal-copies']),
  /** Milliseconds since 1970. */
  askedMs: z.number(),
})
export type FileQuestion = z.infer<typeof FileQuestion>
