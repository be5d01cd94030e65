import { z } from 'zod'

/** A box in upright pixels. */
export const FaceBox = z.object({
  xmin: z.int(),
  ymin: z.int(),
  xmax: z.int(),
  ymax: z.int(),
  width: z.int(),
  height: z.int(),
})

export const FaceLandmark = z.object({
  type: z.enum(['right_eye', 'left_eye', 'nose', 'mouth_right', 'mouth_left', 'mouth', 'right_ear', 'left_ear']),
  x: z.int(),
  y: z.int(),
})

export const FaceAttribute = z.object({ type: z.string(), label: z.string(), confidence: z.number() })

/** A face found in a picture; `face_id` is empty unless the request asked for identity. */
export const Face = z.object({
  confidence: z.number().min(0).max(100),
  coordinates: FaceBox,
  face_id: z.string().describe('Empty unless return_face_id=1.'),
  attributes: z.array(FaceAttribute).describe('Empty unless return_face_attributes=1.'),
  landmarks: z.array(FaceLandmark),
})
export type Face = z.infer<typeof Face>
export type FaceBox = z.infer<typeof FaceBox>
export type FaceLandmark = z.infer<typeof FaceLandmark>
