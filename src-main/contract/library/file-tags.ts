import { z } from 'zod'
import { Text } from '../sentences/text.ts'

/** Tags of one block of a file, or of one schema of XMP; `name` is ExifTool's name for it, such as `XMP-dc`. */
export const TagGroup = z.object({
  name: z.string(),
  tags: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type TagGroup = z.infer<typeof TagGroup>

/** All metadata of a photo's file, or of a sidecar beside it. */
export const FileTags = z.object({
  path: z.string(),
  groups: z.array(TagGroup),
  /** Why some or all of it is missing, as a sentence; empty if it was read completely. */
  problem: Text.nullable(),
})
export type FileTags = z.infer<typeof FileTags>
