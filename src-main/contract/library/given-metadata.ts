import { z } from 'zod'
import { Position } from './position.ts'
import { Label, Rating } from './photo.ts'
import { GivenTexts } from './text-fields.ts'
import { WallTime } from './date-change.ts'
import { ZoneOffset } from './zones.ts'

/** Metadata for several photos, such as those copied from another photo; absent fields stay as they are. */
export const GivenMetadata = z.object({
  texts: GivenTexts.optional(),
  position: Position.nullable().optional(),
  date: z.object({ takenAt: WallTime, offset: ZoneOffset.nullable() }).optional(),
  rating: Rating.optional(),
  label: Label.optional(),
  /** Tags to add. */
  tags: z.array(z.string().trim().min(1).max(200)).max(1000).optional(),
})
export type GivenMetadata = z.infer<typeof GivenMetadata>
