import { z } from 'zod'

/** How sharp something is: 0 is blurred beyond use, 100 is as sharp as its pixels allow. */
export const SharpnessMark = z.int().min(0).max(100)

const Share = z.number().min(0).max(1)

/** What a face does. A value is null if it cannot be told: the face is too small, turned away, or covered. */
export const FaceExpression = z.object({
  /** Of the eye that is less open: 0 closed, 1 open. Below `EYES_CLOSED` it is more probably closed. */
  openness: Share.nullable(),
  /** 0 serious, 1 a broad smile; from 0.5 on it is more probably a smile. */
  smile: Share.nullable(),
  /** 0 looks into the camera, 1 looks elsewhere; from 0.5 on it more probably looks elsewhere. */
  away: Share.nullable(),
})
export type FaceExpression = z.infer<typeof FaceExpression>

/** Openness below which eyes are more probably closed than open. */
export const EYES_CLOSED = 0.5
/** Openness below which eyes are called closed, and from which they are called open; between, it is not certain. */
export const [SURELY_CLOSED, SURELY_OPEN] = [0.35, 0.65]

/**
 * The sharpness of a face as a whole and at its eyes, null if that part is too small to measure; and the face's
 * expression, absent before that was analysed.
 */
export const FaceSharpness = z.object({
  face: SharpnessMark.nullable(),
  eyes: SharpnessMark.nullable(),
  expression: FaceExpression.optional(),
})
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
