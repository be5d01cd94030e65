import { z } from 'zod'
import { Face } from '../face.ts'
import { Notes, VERBOSE } from './tags.ts'
import { flag } from './values.ts'

/** Parameters of face detection. */
export const FaceParameters = z.object({
  return_face_id: flag(0).describe('1 fills `face_id`.'),
  return_face_attributes: flag(0).describe('1 fills `attributes`.').meta({ 'x-addition': true }),
  verbose: flag(0).describe(VERBOSE).meta({ 'x-addition': true }),
})
export type FaceParameters = z.output<typeof FaceParameters>

export const FaceResult = z.object({ faces: z.array(Face), notes: Notes.optional() })
export type FaceResult = z.infer<typeof FaceResult>
