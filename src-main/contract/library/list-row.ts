import { z } from 'zod'
import { PhotoId } from './ids.ts'

/** The values of a photo in the columns of a list. Unknown values are null or an empty text. */
export const ListRow = z.object({
  id: PhotoId,
  /** Make and model. */
  camera: z.string(),
  lens: z.string(),
  aperture: z.number().nullable(),
  /** Seconds. */
  exposureTime: z.number().nullable(),
  iso: z.number().nullable(),
  /** Millimetres. */
  focalLength: z.number().nullable(),
  bytes: z.int(),
  /** By the content of its main file; empty until that is read. */
  format: z.string(),
  /** The path of the folder. */
  folder: z.string(),
  /** When it was added to the library, ISO 8601. */
  addedAt: z.string(),
  modifiedAt: z.string(),
})
export type ListRow = z.infer<typeof ListRow>
