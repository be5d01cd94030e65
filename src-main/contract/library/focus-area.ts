import { z } from 'zod'

/** Where a camera focused: an area of the photo in shares of its width and height; a point has no size. */
export const FocusArea = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
export type FocusArea = z.infer<typeof FocusArea>
