import type { NsfwShares } from '../../../contract/analysis/category.ts'
import type { SaliencyFeatures, Findings } from '../../../analysis/photo/findings.ts'
import type { Answers, PhotoOperation } from '../requests/api-version.ts'
import { nameTags, type ConceptLookup } from './name-tags.ts'
import { FaceLandmark, type Face } from '../../../contract/analysis/face.ts'
import type { Rectangle } from '../../../contract/analysis/cropping.ts'
import type { FaceAnswer } from '../requests/answers.ts'

export type MergeContext = {
  local: Findings
  photo: PictureSize
  sent: PictureSize
  categorizer: string
  concepts: ConceptLookup | null
}

/** Weight of the service's suggestion beside this machine's findings: a crop keeps it if it can. */
const SUGGESTION_WEIGHT = 0.8
const MAX_NAME = 200

/** Turns an answer into findings, merged with this machine's findings in the same photo. */
export const merge: { [S in PhotoOperation]: (answer: Answers[S], context: MergeContext) => Partial<Findings> } = {
  tags: (answer, { concepts }) => ({ tags: nameTags(answer, concepts) }),
  faces: (answer, { photo, sent }) => ({ faces: scaleFaces(answer, photo, sent) }),
  /** Colour search compares this machine's signature, so that all photos have one measure. */
  colors: (answer, { local }) => ({ colors: answer, ...(local.colorVector ? { colorVector: local.colorVector } : {}) }),
  /**
   * This machine's other categorizers keep their findings, above all the verdict that decides which pictures are
   * blurred.
   */
  categories: (answer, { local, categorizer }) => {
    const others = (local.categories ?? []).filter((each) => each.categorizer !== categorizer)
    const found = answer
      .map(({ name, confidence }) => ({
        categorizer,
        name: (name.en ?? Object.values(name)[0] ?? '').trim().slice(0, MAX_NAME),
        confidence,
      }))
      .filter(({ name }) => name !== '')
    const nsfw = categorizer === 'nsfw_beta' ? sharesOf(found) : local.nsfw
    return { categories: [...others, ...found], ...(nsfw ? { nsfw } : {}) }
  },
  /** This machine computes crops of any size from saliency features; the service's suggestion becomes one of them. */
  croppings: (answer, { local, photo, sent }) => {
    if (!local.saliencyFeatures) return {}
    const suggested = answer.map((box) => scaleRectangle(box, photo, sent)).find((box) => box !== null)
    const subjects: SaliencyFeatures['subjects'] = suggested
      ? [...local.saliencyFeatures.subjects, { box: suggested, weight: SUGGESTION_WEIGHT, kind: 'salient' }]
      : local.saliencyFeatures.subjects
    return { saliencyFeatures: { ...local.saliencyFeatures, subjects } }
  },
}

function sharesOf(categories: readonly { name: string; confidence: number }[]): NsfwShares {
  const share = (name: string) => categories.find((each) => each.name === name)?.confidence ?? 0
  return { nsfw: share('nsfw'), underwear: share('underwear'), safe: share('safe') }
}

/** Size in upright pixels. */
type PictureSize = { width: number; height: number }

/** Scales pixels of the sent picture to pixels of the photo, and clamps them to it. */
function scaleTo(photo: PictureSize, sent: PictureSize): { x(value: number): number; y(value: number): number } {
  const along = (value: number, from: number, to: number) => Math.min(to, Math.max(0, Math.round((value * to) / from)))
  return { x: (value) => along(value, sent.width, photo.width), y: (value) => along(value, sent.height, photo.height) }
}

const landmarkTypes: ReadonlySet<string> = new Set(FaceLandmark.shape.type.options)
const isKnownLandmark = (landmark: { type: string; x: number; y: number }): landmark is Face['landmarks'][number] =>
  landmarkTypes.has(landmark.type)

/** Faces in pixels of the photo, the surest first. A box without an area is dropped. */
function scaleFaces(answer: FaceAnswer, photo: PictureSize, sent: PictureSize): Face[] {
  const { x, y } = scaleTo(photo, sent)
  const faces = answer.map(({ coordinates, landmarks, ...face }) => {
    const [xmin, xmax, ymin, ymax] = [
      x(coordinates.xmin),
      x(coordinates.xmax),
      y(coordinates.ymin),
      y(coordinates.ymax),
    ]
    return {
      ...face,
      coordinates: { xmin, ymin, xmax, ymax, width: xmax - xmin, height: ymax - ymin },
      landmarks: landmarks.filter(isKnownLandmark).map((landmark) => ({
        ...landmark,
        x: Math.min(photo.width - 1, x(landmark.x)),
        y: Math.min(photo.height - 1, y(landmark.y)),
      })),
    }
  })
  return faces
    .filter(({ coordinates }) => coordinates.width > 0 && coordinates.height > 0)
    .sort((a, b) => b.confidence - a.confidence)
}

/** A rectangle in pixels of the photo; null if it has no area. */
function scaleRectangle(box: Rectangle, photo: PictureSize, sent: PictureSize): Rectangle | null {
  const { x, y } = scaleTo(photo, sent)
  const scaled = { x1: x(box.x1), y1: y(box.y1), x2: x(box.x2), y2: y(box.y2) }
  return scaled.x2 > scaled.x1 && scaled.y2 > scaled.y1 ? scaled : null
}
