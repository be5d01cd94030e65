import type { PhotoCrop } from '../../contract/library/photo-crop.ts'
import type { Text } from '../../contract/sentences/text.ts'
import type { FoundCategory, NsfwShares } from '../../contract/analysis/category.ts'
import type { Colors } from '../../contract/analysis/color.ts'
import type { Rectangle } from '../../contract/analysis/cropping.ts'
import type { Face } from '../../contract/analysis/face.ts'
import type { Exposure, FaceSharpness } from '../../contract/analysis/sharpness.ts'
import type { TextLine } from '../../contract/analysis/text-line.ts'
import type { FoundTag } from '../../contract/analysis/tag.ts'
import type { TagReason } from '../../contract/analysis/tag-reason.ts'
import type { MediaKind } from '../../contract/library/photo.ts'

/** Steps in the order they run. Each reads the decoded photo and the findings of earlier steps. */
export const stepNames = [
  'hash',
  'preview',
  'faces',
  'tags',
  'categories',
  'croppings',
  'colors',
  'embedding',
  'sharpness',
  'text-image',
  'face-vectors',
  'text',
] as const
export type StepName = (typeof stepNames)[number]

/** Whether a step belongs to the analysis that a person waits for, or may follow when nothing else is to do. */
export type StepTime = 'now' | 'idle'

export type AnalysisRequest = {
  path: string
  steps: readonly StepName[]
  /** Also returns `upload`, from the same decode; pixels of its shorter side, never larger than the photo. */
  uploadSide?: number
  /** Concepts of the vocabulary: the step `tags` also gives the reasons why the photo has or lacks them. */
  explain?: readonly string[]
  /** What earlier runs found on the same file, for steps that follow later. */
  known?: KnownFindings
}

/** Findings that steps read of each other, so that what follows later need not find them again. */
export type KnownFindings = Pick<Findings, 'faces' | 'saliencyFeatures'>

/** A picture to send: JPEG, sRGB, upright, without metadata. */
export type UploadPicture = { bytes: Uint8Array; width: number; height: number }

/** The data from which crops of any size are computed without decoding. */
export type SaliencyFeatures = {
  /** Upright size of the photo in pixels. */
  width: number
  height: number
  /** Importance over the photo: row-major bytes, 0 nothing to 255 most important. */
  map: { columns: number; rows: number; values: Uint8Array }
  /** Boxes in upright pixels that a crop should keep, with a weight from 0 to 1. */
  subjects: { box: Rectangle; weight: number; kind: 'face' | 'object' | 'salient' }[]
}

/**
 * The sharpness of a face, and its box in upright pixels, which identifies the face. `clipped` is the share of the face
 * without detail, 0 to 1; absent if the face is too small.
 */
export type MeasuredFace = FaceSharpness & { box: Rectangle; clipped?: number }

/**
 * A face with its vector of length 1, its shorter side in pixels of the decoded raster, and its box as fractions of the
 * upright photo, which identifies it.
 */
export type DescribedFace = {
  box: { x: number; y: number; width: number; height: number }
  side: number
  vector: Float32Array
}

/** The findings of the steps; a field is set if its step was requested and succeeded. */
export type Findings = {
  /** Upright size in pixels. */
  width?: number
  height?: number
  /** Lower-case name of the real format, from the content: `jpeg`, `heic`, `cr2`, … */
  format?: string
  /** Whether it is a photo, a film or an animation. */
  media?: MediaKind
  /** Length of a film, if known. */
  durationMs?: number | null
  /** Hash of the file's bytes, hex. */
  contentHash?: string
  /** Hash of its image data apart from metadata; see `base/formats/image-data`. */
  imageHash?: string
  /** WebP, sRGB, upright; its longest side is at most 320 px. */
  thumbnail?: Uint8Array
  /** ThumbHash bytes. */
  placeholder?: Uint8Array
  faces?: Face[]
  tags?: FoundTag[]
  /** By the concepts that the request asks to explain. */
  tagReasons?: Record<string, TagReason[]>
  categories?: FoundCategory[]
  nsfw?: NsfwShares
  saliencyFeatures?: SaliencyFeatures
  colors?: Colors
  /** Colour signature for the colour index, a fixed number of floats. */
  colorVector?: Float32Array
  /** L2-normalised content embedding; vectors of different models never share an index. */
  embedding?: { modelId: string; vector: Float32Array }
  /** The vector to compare with sentences; vectors of different pairs never share an index. */
  textImage?: { modelId: string; vector: Float32Array }
  /** Vectors of large enough faces; vectors of different models cannot be compared. */
  faceVectors?: { modelId: string; faces: DescribedFace[] }
  /** `detail` as `measureDetail` gives it. */
  sharpness?: { subject: number; faces: MeasuredFace[]; exposure: Exposure; detail?: Uint8Array }
  /** Lines of text, from top to bottom; corners are on the photo as its file turns it. */
  text?: TextLine[]
  upload?: UploadPicture
  /** CPU milliseconds by step, `decode` included. */
  timings?: Record<string, number>
}

/** Why a photo could not be analysed; stored with the photo and shown to the person. */
export type FailureCode =
  | 'file-missing'
  | 'file-empty'
  | 'file-unreadable'
  | 'file-forbidden'
  | 'file-in-cloud'
  | 'unsupported-format'
  | 'damaged'
  | 'too-large'
  | 'out-of-memory'
  | 'no-preview'
  | 'timed-out'
  | 'crashed'

/**
 * Why photos cannot be analysed now, for reasons apart from the photos: no room on a disk (`disk`), a program that does
 * not run (`engine`), or the disk of this one file, which does not respond (`file`).
 */
export type BlockedBy = 'disk' | 'engine' | 'file'

/** Result of one photo's analysis. A blocked photo stays pending, and no attempt counts. */
export type AnalysisOutcome = StoredOutcome | BlockedOutcome
/** An outcome that is stored with the photo. */
export type StoredOutcome = AnalysedOutcome | FailedOutcome
/** The reason is a sentence with advice. */
export type BlockedOutcome = { ok: false; code: 'blocked'; by: BlockedBy; reason: Text }
/** `findings` has what could be found without the picture. */
export type FailedOutcome = { ok: false; code: FailureCode; reason: Text; findings?: Findings }
/**
 * A step that threw has no findings here and is named in `warnings`; the catalogue runs it again, at most a few times.
 */
export type AnalysedOutcome = {
  ok: true
  findings: Findings
  warnings: Text[]
  /** Steps whose findings come from a service. */
  remote?: StepName[]
  /** Steps that could not run now, for reasons apart from the photo: they stay pending and no attempt counts. */
  postponed?: StepName[]
}

/** Pictures for the screen, made from the original on demand. */
export type RenderRequest = ScaledRequest | FullRequest
/**
 * The person's rotation of the upright photo, as an EXIF orientation, and the part of the rotated photo that is shown;
 * none, and all of it, when absent.
 */
type Turned = { turn?: number; crop?: PhotoCrop | null }
/** A picture with at most this many pixels on its longer side, of a file or of the bytes of one. */
export type ScaledRequest = Turned & {
  path: string | Uint8Array
  longSide: number
  format: 'jpeg' | 'webp'
  quality: number
}
/** The photo's own pixels: all of them, or a tile, in pixels of the rotated and cropped photo. */
export type FullRequest = Turned & { path: string; tile: Rectangle | null; quality: number }
export type RenderedPicture = {
  bytes: Uint8Array
  type: string
  width: number
  height: number
  /** The bytes occur like this in the file, so that keeping them gains nothing. */
  isOwn?: boolean
}
