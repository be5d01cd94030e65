import { z } from 'zod'

/** A crop for one requested size. Coordinates are pixels of the upright picture; `x2` and `y2` are exclusive. */
export const Cropping = z.object({
  target_width: z.int(),
  target_height: z.int(),
  x1: z.int(),
  y1: z.int(),
  x2: z.int().describe('Exclusive: the width is x2 - x1.'),
  y2: z.int().describe('Exclusive.'),
})
export type Cropping = z.infer<typeof Cropping>

/** A rectangle in upright pixels; `x2` and `y2` are exclusive. */
export const Rectangle = z.object({ x1: z.int(), y1: z.int(), x2: z.int(), y2: z.int() })
export type Rectangle = z.infer<typeof Rectangle>

/** A requested output size in pixels. */
export const Size = z.object({ width: z.int().min(1).max(20_000), height: z.int().min(1).max(20_000) })
export type Size = z.infer<typeof Size>
