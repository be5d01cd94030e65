import { z } from 'zod'
import { FaceKey } from './face-on-photo.ts'
import { PhotoId } from './ids.ts'
import { PhotoTile } from './photo.ts'

/** A person's name; differences in capitals and surrounding blanks do not count. */
export const PersonName = z.string().trim().min(1).max(100)

/** A face in a photo; `key` is its position, as in `FaceOnPhoto` and `ShownFace`. */
export const FaceRef = z.object({ photoId: PhotoId, key: FaceKey })
export type FaceRef = z.infer<typeof FaceRef>
/** Maximum number of faces in one call. */
export const MAX_FACES = 20_000
export const FaceRefs = z.array(FaceRef).min(1).max(MAX_FACES)

const Share = z.number()
/** A face and its photo; the box is in shares of the photo as it is shown. */
export const ShownFace = FaceRef.extend({
  box: z.object({ x: Share, y: Share, width: Share, height: Share }),
  photo: PhotoTile,
})
export type ShownFace = z.infer<typeof ShownFace>

/** A named person. */
export const Person = z.object({
  name: z.string(),
  /** Their photos and faces, without hidden ones. */
  photos: z.int(),
  faces: z.int(),
  /** Suggested faces that wait for a yes or no. */
  suggestions: z.int(),
  neverSuggest: z.boolean(),
  /** Whether photos of them are private. */
  isPrivate: z.boolean(),
  /** Their largest face; null if none may be shown. */
  face: ShownFace.nullable(),
})
export type Person = z.infer<typeof Person>

/** Similar faces without a name. */
export const FaceGroup = z.object({
  id: z.int().positive(),
  faces: z.int(),
  photos: z.int(),
  /** Some of them, clearest first. */
  some: z.array(ShownFace),
})
export type FaceGroup = z.infer<typeof FaceGroup>

/** A face with the name that it may have. */
export const SuggestedFace = z.object({ face: ShownFace, name: z.string(), score: z.number() })
export type SuggestedFace = z.infer<typeof SuggestedFace>

/** Whether people recognition is on, and its progress. */
export const PeopleState = z.object({
  isOn: z.boolean(),
  /** Whether a model is installed that can tell faces apart. */
  hasModel: z.boolean(),
  /** Faces with a vector. */
  faces: z.int(),
  /** Photos that wait for analysis, and photos whose faces wait for grouping. */
  toAnalyse: z.int(),
  toGroup: z.int(),
  /** Whether faces are being grouped or suggested; `people.changed` announces progress and the end. */
  isGrouping: z.boolean(),
  /** Photos whose faces were grouped in this run. */
  grouped: z.int(),
  /** Whether names are included when metadata are written. */
  writesNames: z.boolean(),
})
export type PeopleState = z.infer<typeof PeopleState>

/** Which faces are listed: those of a person, of an unnamed group, or ignored ones. */
export const FacesOf = z.discriminatedUnion('of', [
  z.object({ of: z.literal('person'), name: PersonName }),
  z.object({ of: z.literal('group'), id: z.int().positive() }),
  z.object({ of: z.literal('ignored') }),
])
export type FacesOf = z.infer<typeof FacesOf>
