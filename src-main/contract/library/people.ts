import { z } from 'zod'
import { FaceKey } from './face-on-photo.ts'
import { PhotoId } from './ids.ts'
import { PhotoTile } from './photo.ts'

/** Someone's name; capitals and blanks around it do not tell people apart. */
export const PersonName = z.string().trim().min(1).max(100)

/** A face of a photo. `key` is where it is, as `FaceOnPhoto` and `ShownFace` give it. */
export const FaceRef = z.object({ photoId: PhotoId, key: FaceKey })
export type FaceRef = z.infer<typeof FaceRef>
/** Most faces that one call takes. */
export const MAX_FACES = 20_000
export const FaceRefs = z.array(FaceRef).min(1).max(MAX_FACES)

const Share = z.number()
/** A face and the photo that it is on; the box in shares of the photo as it is shown. */
export const ShownFace = FaceRef.extend({
  box: z.object({ x: Share, y: Share, width: Share, height: Share }),
  photo: PhotoTile,
})
export type ShownFace = z.infer<typeof ShownFace>

/** Someone with a name. */
export const Person = z.object({
  name: z.string(),
  /** Photos and faces of them, those that are hidden left out. */
  photos: z.int(),
  faces: z.int(),
  /** Faces that may be theirs and wait for a yes or no. */
  suggestions: z.int(),
  neverSuggest: z.boolean(),
  /** Photos that they are on are private. */
  isPrivate: z.boolean(),
  /** The largest of their faces; null where none is shown. */
  face: ShownFace.nullable(),
})
export type Person = z.infer<typeof Person>

/** Faces that are alike and have no name. */
export const FaceGroup = z.object({
  id: z.int().positive(),
  faces: z.int(),
  photos: z.int(),
  /** Some of them, the clearest first. */
  some: z.array(ShownFace),
})
export type FaceGroup = z.infer<typeof FaceGroup>

/** A face that may be someone's. */
export const SuggestedFace = z.object({ face: ShownFace, name: z.string(), score: z.number() })
export type SuggestedFace = z.infer<typeof SuggestedFace>

/** Whether people are recognised, and how far that is. */
export const PeopleState = z.object({
  isOn: z.boolean(),
  /** Whether a model is here that can tell faces apart. */
  hasModel: z.boolean(),
  /** Faces that have a vector. */
  faces: z.int(),
  /** Photos that are still to be looked at, and photos of which faces wait to be grouped. */
  toAnalyse: z.int(),
  toGroup: z.int(),
  /** Faces are being grouped or suggested now; windows hear `people.changed` when that goes on and when it ends. */
  isGrouping: z.boolean(),
  /** Photos of which faces were grouped since that began. */
  grouped: z.int(),
  /** Whether names are written where metadata are written. */
  writesNames: z.boolean(),
})
export type PeopleState = z.infer<typeof PeopleState>

/** Whose faces are listed: someone's, those of a group without a name, or those that are left alone. */
export const FacesOf = z.discriminatedUnion('of', [
  z.object({ of: z.literal('person'), name: PersonName }),
  z.object({ of: z.literal('group'), id: z.int().positive() }),
  z.object({ of: z.literal('ignored') }),
])
export type FacesOf = z.infer<typeof FacesOf>
