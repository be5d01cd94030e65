import { z } from 'zod'

/** How sharp something is: 0 is blurred beyond use, 100 is as sharp as its pixels allow. */
export const SharpnessMark = z.int().min(0).max(100)

/** How sharp a face is as a whole and at its eyes; null if that part is too small to measure. */
export const FaceSharpness = z.object({ face: SharpnessMark.nullable(), eyes: SharpnessMark.nullable() })
export type FaceSharpness = z.infer<typeof FaceSharpness>

/** How much of a photo holds no detail, as shares from 0 to 1, and its median brightness, 0 black to 1 white. */
export const Exposure = z.object({
  shadows: z.number().min(0).max(1),
  highlights: z.number().min(0).max(1),
  middle: z.number().min(0).max(1),
})
export type Exposure = z.infer<typeof Exposure>

/** How sharp a photo is where it matters, and how it is exposed. */
export const Sharpness = z.object({
  subject: SharpnessMark,
  /** In the order of the photo's faces; null for a face that was found later. */
  faces: z.array(FaceSharpness.nullable()),
  exposure: Exposure,
})
export type Sharpness = z.infer<typeof Sharpness>
