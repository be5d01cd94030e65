import { z } from 'zod'
import { PhotoId } from './ids.ts'
import { MetadataWriting } from './settings.ts'
import { textFields } from './text-fields.ts'
import { Text } from '../sentences/text.ts'

/** How far the writing of metadata is. */
export const MetadataWritingState = z.object({
  mode: MetadataWriting,
  /** Photos whose work is not written yet, those that failed included. */
  pending: z.int(),
  /** Photos that are not tried again by themselves. */
  failed: z.int(),
  /** Fields that the person and another program both changed. */
  conflicts: z.int(),
  /** Why writing pauses, as a sentence; null while it does not. */
  problem: Text.nullable(),
  /** True once the person has rated or tagged photos and has not chosen yet whether that is written. */
  isOffered: z.boolean(),
})
export type MetadataWritingState = z.infer<typeof MetadataWritingState>

/**
 * Fields with one value that a person gives a photo and that travel with it. A time is wall-clock time, with its offset
 * from UTC where that is known; a position is a text (`writePosition`).
 */
export const valueFields = ['rating', 'pick', 'label', ...textFields, 'takenAt', 'orientation', 'position'] as const

const FieldValue = z.union([z.string(), z.number(), z.array(z.string()), z.null()])

/** A field that the person and another program both changed; neither is overwritten until the person decides. */
export const MetadataConflict = z.object({
  photoId: PhotoId,
  name: z.string(),
  /** Where the other value stands: the photo's sidecar, or its file. */
  target: z.enum(['sidecar', 'file']),
  field: z.enum([...valueFields, 'keywords']),
  ours: FieldValue,
  theirs: FieldValue,
  /** Milliseconds since 1970. */
  foundMs: z.number(),
})
export type MetadataConflict = z.infer<typeof MetadataConflict>

/** A photo that could not be written, and why. */
export const MetadataFailure = z.object({ photoId: PhotoId, name: z.string(), reason: Text })
export type MetadataFailure = z.infer<typeof MetadataFailure>
