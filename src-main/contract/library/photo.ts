import { z } from 'zod'
import { FoundCategory, NsfwShares } from '../analysis/category.ts'
import { Colors } from '../analysis/color.ts'
import { Cropping } from '../analysis/cropping.ts'
import { Face } from '../analysis/face.ts'
import { Sharpness } from '../analysis/sharpness.ts'
import { TextLine } from '../analysis/text-line.ts'
import { TagSource } from '../analysis/tag.ts'
import { FaceOnPhoto } from './face-on-photo.ts'
import { FolderId, PhotoId } from './ids.ts'
import { ShownCrop } from './photo-crop.ts'
import { type Texts, textFields } from './text-fields.ts'
import { FileKind } from './tile-parts.ts'
import { Text } from '../sentences/text.ts'

/** How photos are rotated: a quarter, by half, or back to what their files say. */
export const RotateTurn = z.enum(['left', 'right', 'half', 'as-file'])
export type RotateTurn = z.infer<typeof RotateTurn>

/** Where a camera focused: an area of the photo in shares of its width and height; a point has no size. */
export const FocusArea = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
export type FocusArea = z.infer<typeof FocusArea>

/** What a picture represents: a photo, a moving picture (an animation or image sequence), or a film. */
export const MediaKind = z.enum(['photo', 'animation', 'video'])
export type MediaKind = z.infer<typeof MediaKind>

/**
 * `pending` waits for analysis. `ready` is analysed. `failed` could not be read (see its reason). `missing` has no file
 * although its watched folder exists. `offline` is in a watched folder that is not there, such as on an unplugged
 * drive.
 */
export const PhotoStatus = z.enum(['pending', 'ready', 'failed', 'missing', 'offline'])
export type PhotoStatus = z.infer<typeof PhotoStatus>

export const NsfwVerdict = z.enum(['safe', 'underwear', 'nsfw'])
export type NsfwVerdict = z.infer<typeof NsfwVerdict>

/** The mildest verdict that counts as sensitive; the person chooses it. */
export const SensitiveFrom = z.enum(['nsfw', 'underwear'])
export type SensitiveFrom = z.infer<typeof SensitiveFrom>

/** A person's judgement of a photo's sensitivity, which overrides the verdict of the analysis. */
export const SensitivityJudgement = z.enum(['fine', 'sensitive'])
export type SensitivityJudgement = z.infer<typeof SensitivityJudgement>

export const Rating = z.int().min(0).max(5)

/** -1 rejected, 0 neither, 1 picked. */
export const PickFlag = z.union([z.literal(-1), z.literal(0), z.literal(1)])
export type PickFlag = z.infer<typeof PickFlag>

/** A person's label of a photo, such as `Red`; empty without one. */
export const Label = z.string().trim().max(100)

/** The data that a grid needs to draw one photo. */
export const PhotoTile = z.object({
  id: PhotoId,
  name: z.string(),
  status: PhotoStatus,
  /** Upright size in pixels, of what a crop leaves; 0 if unknown. */
  width: z.int(),
  height: z.int(),
  /**
   * How it is rotated relative to its file, 2 to 8 as in EXIF orientations; absent if it is not. Part of the URL of its
   * pictures.
   */
  turn: z.int().min(2).max(8).optional(),
  /** Which part of it is shown, on the rotated photo; absent if that is all. Part of the URL of its pictures. */
  crop: ShownCrop.optional(),
  /** ThumbHash, base64; empty if unknown. */
  placeholder: z.string(),
  /** Changes with the pictures of this photo; part of their URL. 0 if there is no thumbnail. */
  thumbVersion: z.int(),
  rating: Rating,
  label: z.string(),
  pick: PickFlag,
  /** A person's judgement, else the verdict of the analysis; `isSensitive` says whether that counts as sensitive. */
  nsfw: NsfwVerdict,
  /** Whether it is one of the photos that `is:sensitive` finds, the window blurs or hides, and exports hold back. */
  isSensitive: z.boolean(),
  /** A person's mark: the photo is hidden while the library is locked, and in client mode. */
  isPrivate: z.boolean(),
  /**
   * False until the analysis or a person has judged its sensitivity; until then `nsfw` is `safe`, and it is not
   * sensitive.
   */
  hasVerdict: z.boolean(),
  faces: z.int(),
  /** Wall-clock time, `YYYY-MM-DDTHH:MM:SS`, or null. */
  takenAt: z.string().nullable(),
  media: MediaKind,
  /** Length of a film in milliseconds, if the file states it. */
  durationMs: z.int().nullable(),
  /** The number of its stack; absent if it is in none. */
  stack: z.int().optional(),
  /** In a list with folded stacks: how many photos of its stack the list contains. */
  frames: z.int().optional(),
  /** How many of these are picked and rejected; absent if none is. */
  flagged: z.object({ picked: z.int(), rejected: z.int() }).optional(),
  fileKind: FileKind,
  /** Whether it is a live or motion photo: a picture with a film beside it or within its file. */
  isLive: z.boolean(),
})
export type PhotoTile = z.infer<typeof PhotoTile>

/**
 * A tag of a photo, from any source. `name` is the value for filters, `label` is for display. `confidence` is 100 for
 * tags from the person or the file.
 */
export const PhotoTag = z.object({
  name: z.string(),
  label: z.string(),
  confidence: z.number(),
  source: TagSource,
  synset_id: z.string().optional(),
})
export type PhotoTag = z.infer<typeof PhotoTag>

/** A part of a photo that another program marked, such as a named face; 0 to 1 of the upright photo. */
export const PhotoRegion = z.object({
  type: z.enum(['face', 'pet', 'focus', 'other']),
  name: z.string().nullable(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
})
export type PhotoRegion = z.infer<typeof PhotoRegion>

/** Every text of IPTC that is kept; null if no source has it. */
const texts = Object.fromEntries(textFields.map((field) => [field, z.string().nullable()])) as {
  [Field in keyof Texts]: z.ZodNullable<z.ZodString>
}

/** Metadata that a photographer expects, read from EXIF, IPTC and XMP. Absent fields are null. */
export const PhotoMetadata = z.object({
  takenAt: z.string().nullable(),
  /** UTC offset as the camera wrote it, such as `+02:00`. */
  offset: z.string().nullable(),
  /** Digits after the full second, as the camera wrote them. */
  subsec: z.string().nullable(),
  cameraMake: z.string().nullable(),
  cameraModel: z.string().nullable(),
  cameraSerial: z.string().nullable(),
  lens: z.string().nullable(),
  /** Seconds. */
  exposureTime: z.number().nullable(),
  aperture: z.number().nullable(),
  iso: z.number().nullable(),
  /** Millimetres. */
  focalLength: z.number().nullable(),
  focalLength35: z.number().nullable(),
  /** The distance of the focus in metres. */
  focusDistance: z.number().nullable(),
  exposureBias: z.number().nullable(),
  flashFired: z.boolean().nullable(),
  /** Degrees, WGS 84. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  altitude: z.number().nullable(),
  ...texts,
  keywords: z.array(z.string()),
  /** Keywords with their levels, such as `Places/Austria/Vienna`; a `/` within a name becomes `\`. */
  keywordPaths: z.array(z.string()),
  /** Names of the people shown. */
  people: z.array(z.string()),
  regions: z.array(PhotoRegion),
  /** -1 rejected, 0 none, 1 to 5. */
  rating: z.number().nullable(),
  label: z.string().nullable(),
  /** -1 rejected, 0 neither, 1 picked. */
  pick: z.int().min(-1).max(1).nullable(),
  /** The person's, else that of the sidecar or the file. */
  orientation: z.int().min(1).max(8),
  /**
   * The crop that the sidecar or the file gives, on the picture as stored, as `writeCrop` writes it: '' if they say
   * that there is none.
   */
  crop: z.string().nullable(),
  colorSpace: z.string().nullable(),
  software: z.string().nullable(),
})
export type PhotoMetadata = z.infer<typeof PhotoMetadata>

/** All data of one photo. */
export const PhotoDetail = PhotoTile.extend({
  path: z.string(),
  folderId: FolderId,
  /** Other files of the same photo: the RAW file of a picture, the film of a live photo. */
  otherFiles: z.array(z.string()),
  format: z.string(),
  bytes: z.int(),
  modifiedAt: z.string(),
  /** Why a failed photo could not be read; empty otherwise. */
  reason: Text.nullable(),
  metadata: PhotoMetadata,
  /** The town or region and the country where it was taken, in the person's language; empty if unknown. */
  place: z.string(),
  /** Why some or all metadata of its file could not be read; null if all were read. */
  metadataProblem: Text.nullable(),
  tags: z.array(PhotoTag),
  categories: z.array(FoundCategory.extend({ label: z.string() })),
  colors: Colors.nullable(),
  /** Names of the base colours among `colors` in the person's language, by `closest_palette_color_parent`. */
  colorLabels: z.record(z.string(), z.string()),
  faceList: z.array(Face),
  /** Who they are, in the same order. */
  people: z.array(FaceOnPhoto),
  /** Null until it is measured. */
  sharpness: Sharpness.nullable(),
  /** The text in it, from top to bottom. */
  textLines: z.array(TextLine),
  nsfwShares: NsfwShares.nullable(),
  judgement: SensitivityJudgement.nullable(),
  croppings: z.array(Cropping),
  /** Parts of the analysis that a service found instead of this machine: `tags`, `categories`, `colors`, … */
  byService: z.array(z.string()).optional(),
})
export type PhotoDetail = z.infer<typeof PhotoDetail>
