import { z } from 'zod'
import { PhotoId } from './ids.ts'
import { Likeness } from './search/likeness.ts'
import { MAX_COMPARED } from './search/like.ts'
import { say } from '../sentences/say.ts'
import { issueWith } from '../issues.ts'

/** Maximum size of a picture from outside the library, in bytes. */
export const MAX_PICTURE_BYTES = 40 * 1024 * 1024

/** Maximum number of photos that are found at once. */
export const MAX_SIMILAR = 100_000

/** Id of a picture from outside, valid until the library closes. */
export const OutsidePictureId = z
  .string()
  .refine((id) => /^[0-9a-f]{16}$/.test(id), issueWith(say('inputs.outsidePicture')))
export type OutsidePictureId = z.infer<typeof OutsidePictureId>

const Share = z.number().min(0).max(1)
/** A part of a photo, in shares of its upright width and height. */
export const Region = z.object({ left: Share, top: Share, width: Share, height: Share })
export type Region = z.infer<typeof Region>

/** What photos are compared with: photos of the library, a part of one, or a picture from outside. */
export const Compared = z.union([
  z.object({ photoIds: z.array(PhotoId).min(1).max(MAX_COMPARED) }),
  z.object({ photoId: PhotoId, region: Region }),
  z.object({ pictureId: OutsidePictureId }),
])
export type Compared = z.infer<typeof Compared>

/**
 * A found photo with its distance as services publish it (0 the identical picture, copies below 0.45, unrelated photos
 * around 1.4), and the word for it; null is less than alike.
 */
export const FoundPhoto = z.object({ id: PhotoId, distance: z.number(), likeness: Likeness.nullable() })
export type FoundPhoto = z.infer<typeof FoundPhoto>

/** A picture from outside, which the library analyses but does not keep. */
export const OutsidePicture = z.object({
  id: OutsidePictureId,
  name: z.string(),
  /** Upright, in pixels. */
  width: z.int(),
  height: z.int(),
  /** A WebP of at most 320 pixels, as a `data:` address. */
  thumbnail: z.string(),
  /** Its main colours and their shares of the picture, largest first. */
  colors: z.array(z.object({ html: z.string(), percent: z.number() })),
})
export type OutsidePicture = z.infer<typeof OutsidePicture>
