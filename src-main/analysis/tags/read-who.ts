import type { Face } from '../../contract/analysis/face.ts'
import type { DecodedPhoto } from '../photo/photo.ts'
import type { Evidence } from './evidence.ts'
import type { TagTrace } from '../step/tag-trace.ts'

/** The concepts that this module can name. */
export const whoConcepts = ['man', 'woman', 'child', 'baby', 'couple', 'family', 'face'] as const

/** A face below this height in the decoded raster (pixels) is too small to judge. */
const MIN_HEIGHT = 24
/** Ages are too uncertain on smaller faces. */
const MIN_HEIGHT_FOR_AGE = 48
const SURE_FACE = 70
/**
 * Minimum confidence of the attribute `gender`, in percent, chosen on the even photos of people in `kinds`: no man
 * there is taken for a woman, and one woman for a man with 67.
 */
const SURE_GENDER = { female: 60, male: 70 }
/** From this confidence of the age group `child` on, the face is that of a child of at most three. */
const BABY = 92
/** Seen on only a handful of photos. */
const CHILD_CHANCE = 0.75
const COUPLE_CHANCE = 0.7
const FAMILY_CHANCE = 0.75
/** Faces of a family fill at least this share of the picture's height: children pass by in the background. */
const FAMILY_FACE = 0.2
/** From this share of the picture's height on, a face is the subject of the photo. */
const LARGE = 0.25
/** Heads of a couple, and of a child and an adult, are at most this far apart, in heights of the larger face. */
const [NEAR, NEAR_CHILD] = [2.5, 3]

/**
 * Who is in the photo, from the attributes of its faces, and only from certain, large ones. `people` is the total
 * number.
 */
export function readWho(
  faces: readonly Face[],
  people: number,
  { pixels, width, height }: DecodedPhoto,
  trace?: TagTrace,
): Evidence[] {
  const scale = pixels.width / width
  const clear = faces.filter(
    ({ confidence, coordinates }) => confidence >= SURE_FACE && coordinates.height * scale >= MIN_HEIGHT,
  )
  const chances = new Map<string, number>()
  for (const face of clear) {
    const [concept, chance] = nameFace(face, face.coordinates.height * scale) ?? []
    if (concept !== undefined) chances.set(concept, Math.max(chance!, chances.get(concept) ?? 0))
  }
  const tallest = clear.filter(({ coordinates }) => coordinates.height >= LARGE * height)
  if (tallest.length > 0) chances.set('face', Math.max(...tallest.map(({ confidence }) => confidence)) / 100)
  if (people === 2 && isCouple(clear, scale)) chances.set('couple', COUPLE_CHANCE)
  if (
    isFamily(
      clear.filter(({ coordinates }) => coordinates.height >= FAMILY_FACE * height),
      scale,
    )
  )
    chances.set('family', FAMILY_CHANCE)
  for (const id of trace?.askedOf(whoConcepts) ?? []) {
    const chance = chances.get(id)
    if (faces.length === 0) trace!.note(id, 'nothing', { by: 'faces' })
    else if (clear.length === 0) trace!.note(id, 'unsureFaces')
    else if (id === 'face' && chance === undefined) {
      trace!.score(id, 'height', Math.max(...clear.map(({ coordinates }) => coordinates.height)) / height)
      trace!.below(id, LARGE)
    } else if (chance === undefined) trace!.note(id, relations.has(id) ? 'appliesNot' : 'attributes')
    else trace!.chance(id, chance)
  }
  return [...chances].map(([concept, chance]) => ({ concept, chance, origin: 'faces' }))
}

/** Words about how people belong together, each by a rule of its own. */
const relations: ReadonlySet<string> = new Set(['couple', 'family'])

/** The word for one face of this height in the raster, with its chance; null if it is uncertain. */
function nameFace(face: Face, height: number): [(typeof whoConcepts)[number], number] | null {
  const age = attributeOf(face, 'age_group')
  if (age?.label === 'child' && height < MIN_HEIGHT_FOR_AGE) return null
  if (age?.label === 'child') return [age.confidence >= BABY ? 'baby' : 'child', CHILD_CHANCE]
  const gender = attributeOf(face, 'gender')
  if (age?.label === 'teenager' || gender === undefined) return null
  if (gender.confidence < SURE_GENDER[gender.label === 'female' ? 'female' : 'male']) return null
  return [gender.label === 'female' ? 'woman' : 'man', gender.confidence / 100]
}

const attributeOf = (face: Face, type: string) => face.attributes.find((attribute) => attribute.type === type)

/**
 * A man and a woman with their heads close together. The relationship of two people cannot be seen; for two of one sex
 * the rule would match every photo of colleagues and friends.
 */
function isCouple(faces: readonly Face[], scale: number): boolean {
  const [one, other] = faces
  if (faces.length !== 2 || !one || !other) return false
  const names = [one, other].map((face) => nameFace(face, face.coordinates.height * scale)?.[0])
  if (!names.includes('man') || !names.includes('woman')) return false
  return areNear(one, other, NEAR)
}

/** A child and an adult beside each other, both large. */
function isFamily(faces: readonly Face[], scale: number): boolean {
  const isChild = (face: Face) => {
    const [word] = nameFace(face, face.coordinates.height * scale) ?? []
    return word === 'child' || word === 'baby'
  }
  const isAdult = (face: Face) => ['adult', 'senior'].includes(attributeOf(face, 'age_group')?.label ?? '')
  return faces.some(
    (child) => isChild(child) && faces.some((adult) => isAdult(adult) && areNear(child, adult, NEAR_CHILD)),
  )
}

const areNear = (one: Face, other: Face, heights: number): boolean =>
  distance(one, other) <= heights * Math.max(one.coordinates.height, other.coordinates.height)

function distance({ coordinates: a }: Face, { coordinates: b }: Face): number {
  return Math.hypot((a.xmin + a.xmax - b.xmin - b.xmax) / 2, (a.ymin + a.ymax - b.ymin - b.ymax) / 2)
}
