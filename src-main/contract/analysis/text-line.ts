import { z } from 'zod'

const Corner = z.object({ x: z.number(), y: z.number() })

/**
 * A line of text in a photo: how sure its letters are (percent), and its corners in upright pixels of the photo,
 * clockwise from where the line begins at its top.
 */
export const TextLine = z.object({
  text: z.string(),
  confidence: z.number(),
  corners: z.tuple([Corner, Corner, Corner, Corner]),
})
export type TextLine = z.infer<typeof TextLine>
