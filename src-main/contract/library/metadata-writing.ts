import { z } from 'zod'
import { PhotoId } from './ids.ts'
import { MetadataWriting } from './settings.ts'
import { textFields } from './text-fields.ts'
import { Text } from '../sentences/text.ts'

/** The progress of writing metadata. */
export const MetadataWritingState = z.object({
  mode: MetadataWriting,
  /** Photos whose metadata are not written yet, including those that failed. */
  pending: z.int(),
  /** Photos that are not retried automatically. */
  failed: z.int(),
  /** Fields that both the person and another program changed. */
  conflicts: z.int(),
  /** Why writing is paused, as a sentence; null if it is not. */
  problem: Text.nullable(),
  /** Whether the person has rated or tagged photos but has not chosen yet whether that is written. */
  isOffered: z.boolean(),
})
export type MetadataWritingState = z.infer<typeof MetadataWritingState>

/**
 * Fields with one value that a person gives a photo and that are written to files. A time is wall-clock time, with its
 * offset from UTC if known; a position is a text (`writePosition`), and so is a crop (`writeCrop`).
 */
export const valueFields = [
  'rating',
  'pick',
  'label',
  ...textFields,
  'takenAt',
  'orientation',
  'crop',
  'position',
] as const

const FieldValue = z.union([z.string(), z.number(), z.array(z.string()), z.null()])

/** A field that both the person and another program changed; neither value is overwritten until the person decides. */
export const MetadataConflict = z.object({
  photoId: PhotoId,
  name: z.string(),
  /** Where the other value is: in the photo's sidecar or its file. */
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
