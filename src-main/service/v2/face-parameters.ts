import { z } from 'zod'
import { text, list } from '../../contract/analysis/operations/values.ts'
import { MAX_GROUPED, MAX_NAMES } from '../faces/face-limits.ts'
import { TrainParameters } from './parameters.ts'

const MAX_FACE_ID_LENGTH = 128
const MAX_NAME_LENGTH = 256
/** Ids in examples: the example values of the reference. */
export const exampleFaces = ['3f0c6a5e9b2d4c178e60f1a2b3c4d5e6', 'b81d2e4f6a7c49308d5e1f2a3b4c5d6e'] as const

const faceId = (what: string) =>
  text(MAX_FACE_ID_LENGTH).describe(`${what}, from faces/detections with return_face_id=1.`)

export const SimilarityParameters = z.object({
  face_id: faceId('Id of a face'),
  second_face_id: faceId('Id of the face that it is compared with'),
})

const FaceIds = (max: number) =>
  z
    .array(z.string('must be ids of faces').min(1).max(MAX_FACE_ID_LENGTH), 'must be a list of face ids, sent as JSON')
    .min(1, 'must hold at least one face id')
    .max(max, `must hold at most ${max} face ids`)

/** Parameters of the GET; ids are separated by commas, or the parameter is repeated. */
export const GroupingParameters = TrainParameters.safeExtend({
  faces: list([], MAX_GROUPED, (id) => id).describe(
    `Ids of faces between commas, or repeated; at most ${MAX_GROUPED}.`,
  ),
  face_id: list([], MAX_GROUPED, (id) => id).describe('Another name of `faces`; the ids of both count.'),
})

/** The body of a POST to group faces. */
export const GroupingBody = z.object({
  faces: FaceIds(MAX_GROUPED).meta({ examples: [[...exampleFaces]] }),
  callback_url: TrainParameters.shape.callback_url,
})

const Name = z
  .string()
  .trim()
  .min(1, 'must not hold an empty name')
  .max(MAX_NAME_LENGTH, `must hold names of at most ${MAX_NAME_LENGTH} characters`)
  .refine((name) => name.isWellFormed(), 'must hold valid Unicode text')

/** Faces by names of people. */
export const PeopleBody = z.object({
  people: z
    .record(Name, FaceIds(MAX_NAMES), 'must be a map from names to lists of face ids, sent as JSON')
    .refine((people) => Object.keys(people).length > 0, 'must hold at least one name')
    .refine((people) => Object.keys(people).length <= MAX_NAMES, `must hold at most ${MAX_NAMES} names`)
    .meta({ examples: [{ 'Jo Public': [exampleFaces[0]], 'Ann Other': [exampleFaces[1]] }] }),
})

export const RecognitionParameters = z.object({
  face_id: text(MAX_FACE_ID_LENGTH).describe(
    'Id of the face to recognise; without it, the answer tells about the index.',
  ),
})
