import type { Rectangle } from '../../contract/analysis/cropping.ts'
import type { SaliencyFeatures } from '../photo/findings.ts'
import type { ImportanceOf } from './sum-importance.ts'

type Subject = SaliencyFeatures['subjects'][number]

/**
 * Weights of a good crop, in one sum: subjects kept, importance kept, no face cut, and a light touch of composition.
 */
const WEIGHTS = {
  /** Maximum for subjects kept whole or in part. */
  subjects: 3,
  importance: 2,
  /**
   * For the distance of the crop's middle from the picture's, if nothing else decides: most photos are framed already.
   */
  offMiddle: 0.4,
  /** If there are faces and none is kept: more than all cut faces cost together. */
  faceless: 200,
  /** For each cut face that would fit; more than all else together, so that it happens only if unavoidable. */
  cutFace: 6,
  /** For each face left out whose body stays in, by its weight: a body without its head is worse than no body. */
  beheaded: 3,
  /** For each face kept whole, by its weight. */
  keptFace: 1,
  /** For a margin around what is kept, and for the main subject near the middle or a third. */
  margin: 0.15,
  placement: 0.1,
}
/** A subject this far from the edge (part of the crop's side) has enough margin. */
const ENOUGH_MARGIN = 0.05
/** Best position of the eyes in a portrait: this far down the crop. */
const EYE_LINE = 0.4
/**
 * A body may extend this many face heights below the face; it counts as visible if more than SHOWN_BODY of that is in
 * the crop.
 */
const BODY_LENGTH = 5
const SHOWN_BODY = 0.1
const UPPER_END = 0.4
/** Faces smaller than this part of the picture's short side are background; cutting one counts less. */
const BACKGROUND_FACE = 0.04

/** Power of a subject's weight: the leading subject counts more than several minor ones. */
const LEADS = 3

export type CropScorer = (crop: Rectangle) => number

const widthOf = (box: Rectangle): number => box.x2 - box.x1
const heightOf = (box: Rectangle): number => box.y2 - box.y1
const clamp = (value: number): number => Math.min(1, Math.max(0, value))

/** Part of a box (0 to 1) that lies inside a crop. */
export function keptShare(box: Rectangle, crop: Rectangle): number {
  const width = Math.min(box.x2, crop.x2) - Math.max(box.x1, crop.x1)
  const height = Math.min(box.y2, crop.y2) - Math.max(box.y1, crop.y1)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / Math.max(1, widthOf(box) * heightOf(box))
}

/** Prepares the score of crops of one photo; higher is better, and scores of one photo are comparable. */
export function createScorer(features: SaliencyFeatures, importanceOf: ImportanceOf): CropScorer {
  const others = features.subjects
    .filter(({ kind }) => kind !== 'face')
    .map((subject) => ({ ...subject, weight: subject.weight ** LEADS }))
  const objects = others.filter(({ kind }) => kind === 'object')
  const faces = features.subjects
    .filter(({ kind }) => kind === 'face')
    .map((face) => ({ ...face, body: bodyBelow(face.box, objects) }))
  const otherWeight = others.reduce((sum, { weight }) => sum + weight, 0) || 1
  const main = [...features.subjects].sort((a, b) => b.weight - a.weight)[0]
  const shortSide = Math.min(features.width, features.height)
  const largeFaces = faces.filter(({ box }) => heightOf(box) >= BACKGROUND_FACE * shortSide)
  return (crop) => {
    let score = WEIGHTS.importance * importanceOf(crop) - WEIGHTS.offMiddle * offMiddle(crop, features)
    score -= WEIGHTS.faceless * (1 - mostOfFace(largeFaces, crop))
    for (const { box, weight } of others) score += (WEIGHTS.subjects * weight * keptShare(box, crop)) / otherWeight
    for (const face of faces) score += scoreFace(face, crop, shortSide)
    return main
      ? score + WEIGHTS.margin * marginAround(main, crop) + WEIGHTS.placement * placementOf(main, crop)
      : score
  }
}

/**
 * 0 for a crop in the middle of the picture, plus 1 for each direction in which it is at the edge, as if it were a
 * point.
 */
function offMiddle(crop: Rectangle, { width, height }: SaliencyFeatures): number {
  return Math.abs(crop.x1 + crop.x2 - width) / width + Math.abs(crop.y1 + crop.y2 - height) / height
}

/** The greatest kept part of a face; 1 if there are no faces. */
function mostOfFace(faces: readonly Subject[], crop: Rectangle): number {
  return faces.length === 0 ? 1 : Math.max(...faces.map(({ box }) => keptShare(box, crop)))
}

/** Extends a face to the hair, since detectors' boxes end at the forehead. */
function withHair(box: Rectangle): Rectangle {
  const [x, y] = [0.1 * widthOf(box), 0.25 * heightOf(box)]
  return { x1: box.x1 - x, y1: Math.max(0, box.y1 - y), x2: box.x2 + x, y2: box.y2 + 0.05 * heightOf(box) }
}

/** The body below a face: of the object with the face at its upper end, or where a standing person's body would be. */
function bodyBelow(face: Rectangle, objects: readonly Subject[]): Rectangle {
  const [x, y] = [(face.x1 + face.x2) / 2, (face.y1 + face.y2) / 2]
  const owners = objects.filter(
    ({ box }) => x > box.x1 && x < box.x2 && y > box.y1 && y < box.y1 + UPPER_END * heightOf(box),
  )
  const owner = owners.sort((a, b) => heightOf(b.box) - heightOf(a.box))[0]
  if (owner && owner.box.y2 > face.y2) return { ...owner.box, y1: face.y2 }
  return { x1: face.x1, y1: face.y2, x2: face.x2, y2: face.y2 + BODY_LENGTH * heightOf(face) }
}

function scoreFace({ box, body, weight }: Subject & { body: Rectangle }, crop: Rectangle, shortSide: number): number {
  const kept = keptShare(box, crop)
  if (kept >= 1) return WEIGHTS.keptFace * weight * (0.6 + 0.4 * keptShare(withHair(box), crop))
  if (kept === 0) return keptShare(body, crop) > SHOWN_BODY ? -WEIGHTS.beheaded * weight : 0
  const fits = widthOf(box) <= widthOf(crop) && heightOf(box) <= heightOf(crop)
  const isBackground = heightOf(box) < BACKGROUND_FACE * shortSide
  return fits ? -WEIGHTS.cutFace * (isBackground ? 0.1 : 1) : WEIGHTS.keptFace * weight * kept
}

/** 1 if the subject has a margin on all sides; 0 if it is cut or touches an edge other than the picture's own. */
function marginAround({ box }: Subject, crop: Rectangle): number {
  const [x, y] = [ENOUGH_MARGIN * widthOf(crop), ENOUGH_MARGIN * heightOf(crop)]
  return (
    Math.min(clamp((box.x1 - crop.x1) / x), clamp((crop.x2 - box.x2) / x)) * 0.5 +
    Math.min(clamp((box.y1 - crop.y1) / y), clamp((crop.y2 - box.y2) / y)) * 0.5
  )
}

/** 1 if the subject's middle is in the middle or at a third across, and a face at eye height; falls off to 0. */
function placementOf({ box, kind }: Subject, crop: Rectangle): number {
  const across = ((box.x1 + box.x2) / 2 - crop.x1) / widthOf(crop)
  const down = ((box.y1 + box.y2) / 2 - crop.y1) / heightOf(crop)
  const offAcross = Math.min(Math.abs(across - 1 / 2), Math.abs(across - 1 / 3), Math.abs(across - 2 / 3))
  const offDown = kind === 'face' ? Math.abs(down - EYE_LINE) : Math.abs(down - 0.5) / 2
  return clamp(1 - 3 * offAcross) * 0.5 + clamp(1 - 2 * offDown) * 0.5
}
