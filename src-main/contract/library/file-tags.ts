import { z } from 'zod'
import { Text } from '../sentences/text.ts'

/** Tags of one block of a file, or of one schema of XMP: `name` is ExifTool's name of it, such as `XMP-dc`. */
export const TagGroup = z.object({
  name: z.string(),
  tags: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type TagGroup = z.infer<typeof TagGroup>

/** Everything that a file of a photo, or a sidecar beside it, says. */
export const FileTags = z.object({
  path: z.string(),
  groups: z.array(TagGroup),
  /** Why some or all of it is missing, in a sentence; empty where it was read whole. */
  problem: Text.nullable(),
})
export type FileTags = z.infer<typeof FileTags>
