import type { Face } from '../../contract/analysis/face.ts'
import type { Findings } from '../photo/findings.ts'
import type {
  Box,
  DetectedFace,
  FaceDescription,
  FaceIdentity,
  FindPlaces,
  ObjectDetector,
} from '../models/runtime/tasks.ts'
import type { DecodedPhoto } from '../photo/photo.ts'
import type { Step, StepContext } from '../step/step.ts'

type FaceAttribute = Face['attributes'][number]

/** Minimum likelihood, in percent, of faces that are shown. */
const MIN_CONFIDENCE = 50
/** Attributes are read only from the largest faces, and only from this side on (pixels of the decoded raster). */
const MAX_DESCRIBED = 8
const MIN_DESCRIBED_SIDE = 24

/** Finds faces with their landmarks and, if the identity model is installed and certain, age group and gender. */
export const facesStep: Step = {
  name: 'faces',
  version: 8,
  tasks: ['faces', 'face-identity', 'objects'],
  run: findFaces,
}

/** The faces of the photo; finds them now if the faces step was not requested. */
export async function facesOf(context: StepContext): Promise<readonly Face[]> {
  return context.found.faces ?? (await findFaces(context)).faces ?? []
}

async function findFaces(context: StepContext): Promise<Partial<Findings>> {
  const { photo, models } = context
  const detector = await models.get('faces')
  if (!detector) return { faces: [] }
  const people = await possiblePeople(await models.get('objects'), context)
  if (people?.length === 0 && keepsNoFace(detector.modelId)) return { faces: [] }
  const doubt = doubtWithoutPerson(people, photo)
  const detected = (await detector.detect(photo, people ? placesOfHeads(people, photo) : undefined))
    .map((face) => ({ face, confidence: faceConfidence(face.score, detector.modelId) * doubt(face) }))
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
  const attributes = await describeFaces(
    detected.map(({ face }) => face),
    photo,
    await models.get('face-identity'),
  )
  const faces = detected.map(({ face, confidence }, k) => toFace(face, confidence, attributes[k] ?? [], photo))
  return {
    faces: faces
      .filter(({ coordinates }) => coordinates.width > 0 && coordinates.height > 0)
      .sort((a, b) => b.confidence - a.confidence),
  }
}

/**
 * Share of its confidence that a face keeps if the object detector finds no person, or only one elsewhere: dogs,
 * doughnuts and patterns look like faces, too.
 */
const WITHOUT_PERSON = 0.5
const PERSON_ELSEWHERE = 0.75
const POSSIBLE_PERSON = 0.15
/** Between these values a person elsewhere starts to count in full. */
const DOUBTED_PERSON = 0.25
const LIKELY_PERSON = 0.3
/** A face below this share of the longer side belongs to someone too small for the object detector. */
const SMALL_FACE = 0.03

type Person = Awaited<ReturnType<StepContext['detections']['objects']>>[number]

/** Every person that the object detector may have found; null without a detector. */
async function possiblePeople(detector: ObjectDetector | null, { detections }: StepContext): Promise<Person[] | null> {
  return (
    detector &&
    (await detections.objects()).filter(({ label, score }) => label === 'person' && score >= POSSIBLE_PERSON)
  )
}

/** True if not even the most certain face would be shown without a person, so that the detector need not run. */
function keepsNoFace(modelId: string): boolean {
  return faceConfidence(1, modelId) * WITHOUT_PERSON <= MIN_CONFIDENCE
}

/** The share of its confidence that a face keeps: all of it if there is a possible person around it, or no detector. */
function doubtWithoutPerson(people: readonly Person[] | null, photo: DecodedPhoto): (face: DetectedFace) => number {
  if (people === null) return () => 1
  const best = Math.max(DOUBTED_PERSON, ...people.map(({ score }) => score))
  const elsewhere = Math.min(1, (best - DOUBTED_PERSON) / (LIKELY_PERSON - DOUBTED_PERSON))
  return (face) => {
    if (people.some((person) => isFaceOf(face, person))) return 1
    const isSmall = sideOf(face) < SMALL_FACE * Math.max(photo.width, photo.height)
    return WITHOUT_PERSON + elsewhere * ((isSmall ? 1 : PERSON_ELSEWHERE) - WITHOUT_PERSON)
  }
}

/** A face of this score and share of the longer side is found as well by a look that sees it larger. */
const CLEAR_SCORE = 0.9
const CLEAR_FACE = 0.08
/** The face of a person less high than this share of the longer side is too small for a closer look. */
const MIN_PERSON = 0.1
/** A head with its neck is at most this high, as a multiple of the width of the person's box. */
const HEAD = 1.3

/** Where people may be whose faces are not among the clear ones found. */
function placesOfHeads(people: readonly Person[], { width, height }: DecodedPhoto): FindPlaces {
  const side = Math.max(width, height)
  const large = people.filter(({ box }) => box.y2 - box.y1 >= MIN_PERSON * side)
  return (faces) => {
    const clear = faces.filter((face) => face.score >= CLEAR_SCORE && sideOf(face) >= CLEAR_FACE * side)
    return large.filter((person) => !clear.some((face) => isFaceOf(face, person))).map(({ box }) => headOf(box))
  }
}

const headOf = ({ x1, y1, x2, y2 }: Box): Box => ({ x1, y1, x2, y2: Math.min(y2, y1 + HEAD * (x2 - x1)) })

/** Whether the middle of a face is on a person. */
const isFaceOf = ({ box }: DetectedFace, { box: { x1, y1, x2, y2 } }: Person): boolean => {
  const [x, y] = [(box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2]
  return x >= x1 && x <= x2 && y >= y1 && y <= y2
}

type Curve = readonly (readonly [score: number, percent: number])[]
/**
 * Fitted to counts of agreement with another detector and of faces on photos without people; linear between the points.
 */
const curves: Record<string, Curve> = {
  yunet: [
    [0.5, 25],
    [0.6, 55],
    [0.7, 85],
    [0.8, 95],
    [0.9, 99],
    [1, 100],
  ],
  blazeface: [
    [0.5, 40],
    [0.6, 55],
    [0.75, 80],
    [0.9, 94],
    [1, 99],
  ],
}

/** The percentage of faces among finds with this score. */
export function faceConfidence(score: number, modelId: string): number {
  const curve = curves[modelId.includes('yunet') ? 'yunet' : 'blazeface']!
  for (let k = 1; k < curve.length; k++) {
    const [x0, y0] = curve[k - 1]!
    const [x1, y1] = curve[k]!
    if (score <= x1) return Math.max(0, y0 + ((score - x0) / (x1 - x0)) * (y1 - y0))
  }
  return curve.at(-1)![1]
}

function toFace(
  { box, landmarks }: DetectedFace,
  confidence: number,
  attributes: FaceAttribute[],
  photo: DecodedPhoto,
): Face {
  const inside = (value: number, limit: number) => Math.min(limit, Math.max(0, Math.round(value)))
  const [xmin, xmax] = [inside(box.x1, photo.width), inside(box.x2, photo.width)]
  const [ymin, ymax] = [inside(box.y1, photo.height), inside(box.y2, photo.height)]
  return {
    confidence: Math.round(confidence * 100) / 100,
    coordinates: { xmin, ymin, xmax, ymax, width: xmax - xmin, height: ymax - ymin },
    face_id: '',
    attributes,
    landmarks: landmarks.map(({ type, x, y }) => ({
      type: type as Face['landmarks'][number]['type'],
      x: inside(x, photo.width - 1),
      y: inside(y, photo.height - 1),
    })),
  }
}

/** Attributes in the order of the faces; empty for those beyond the limits. */
async function describeFaces(
  faces: readonly DetectedFace[],
  photo: DecodedPhoto,
  identity: FaceIdentity | null,
): Promise<FaceAttribute[][]> {
  const attributes: FaceAttribute[][] = faces.map(() => [])
  if (!identity) return attributes
  const order = faces.map((face, k) => ({ k, face, side: sideOf(face) })).sort((a, b) => b.side - a.side)
  const scale = photo.pixels.width / photo.width
  for (const { k, face, side } of order.slice(0, MAX_DESCRIBED)) {
    if (side * scale >= MIN_DESCRIBED_SIDE)
      attributes[k] = readAttributes(await identity.describe(photo, face), side * scale)
  }
  return attributes
}

const sideOf = ({ box }: DetectedFace) => Math.min(box.x2 - box.x1, box.y2 - box.y1)

const ageGroups = [
  { label: 'child', from: -Infinity, to: 13 },
  { label: 'teenager', from: 13, to: 20 },
  { label: 'adult', from: 20, to: 60 },
  { label: 'senior', from: 60, to: Infinity },
] as const
/**
 * Standard error of the age model in years, for faces from this side on (pixels of the decoded raster) and for smaller
 * ones.
 */
const CLEAR_SIDE = 48
const AGE_ERROR = { clear: 7, small: 9 }
/** Women are recognised from 0.6 on as surely as men from 0.7 on, see `tags/read-who.ts`. */
const MIN_SURE: Readonly<Record<string, number>> = { age_group: 0.65, gender: 0.6 }
/**
 * The model takes women for men, but hardly a man for a woman: from this side on (pixels of the decoded raster), 61 of
 * the faces of 69 women and none of 48 of men had this score for a woman (even photos of `kinds`, and faces of one
 * circle of people). `share` is the chance that this leaves. Smaller faces all look alike to it.
 */
const CLEAR_WOMAN = { side: 40, score: 0.2, share: 0.9 }

/**
 * Age group and gender of a face with this side (pixels of the decoded raster), each only if the model is certain
 * enough; confidence in percent.
 */
export function readAttributes(
  { age, gender, genderScore }: Pick<FaceDescription, 'age' | 'gender' | 'genderScore'>,
  side: number,
): FaceAttribute[] {
  const error = side >= CLEAR_SIDE ? AGE_ERROR.clear : AGE_ERROR.small
  const groups = ageGroups.map(({ label, from, to }) => ({
    type: 'age_group',
    label,
    share: below((to - age) / error) - below((from - age) / error),
  }))
  const isClearWoman = gender === 'female' && side >= CLEAR_WOMAN.side && genderScore >= CLEAR_WOMAN.score
  const genderShare = isClearWoman ? Math.max(CLEAR_WOMAN.share, genderScore) : genderScore
  const found = [...groups, { type: 'gender', label: gender, share: genderShare }]
  return found
    .filter(({ type, share }) => share >= MIN_SURE[type]!)
    .map(({ type, label, share }) => ({ type, label, confidence: Math.round(share * 100) }))
}

/** Normal distribution function, by the logistic approximation (error under 0.01). */
const below = (z: number) => 1 / (1 + Math.exp(-1.702 * z))
