import type { Findings } from '../photo/findings.ts'
import { scoreFramings, type FoundPerson } from '../sensitivity/score-framings.ts'
import { HARMLESS, needsFurtherScores, nsfwCategories, rateNsfw } from '../sensitivity/rate-nsfw.ts'
import { measureAreas } from './measure-areas.ts'
import { ratePersonal } from './rate-personal.ts'
import type { Step, StepContext } from '../step/step.ts'
import type { EvidenceReader, PhotoEvidence } from '../tags/evidence-reader.ts'
import { isDrawn, isWithoutColour } from '../tags/read-picture-kind.ts'

/**
 * Sorts the photo into `nsfw_beta` and `personal_photos`. Without an NSFW model that part is left out, since nothing
 * can be called safe.
 */
export function createCategoriesStep({ vocabulary, evidenceOf }: EvidenceReader): Step {
  return {
    name: 'categories',
    version: 14,
    tasks: ['nsfw', 'objects', 'classifier', 'embedding', 'faces', 'face-mesh'],
    run: async (context): Promise<Partial<Findings>> => {
      const found = await evidenceOf(context)
      const { width, height } = context.photo
      const areas = measureAreas(await context.detections.objects(), { width, height }, vocabulary)
      const personal = ratePersonal({ ...found, width, height, areas }, vocabulary)
      const nsfw = await rateContent(context, found)
      return nsfw ? { categories: [...nsfwCategories(nsfw), ...personal], nsfw } : { categories: personal }
    },
  }
}

/**
 * The network judges a photo with somebody large in the frame once, and parts of it only if that result calls for it.
 * Without anybody, sand, pets and dolls would raise false alarms.
 */
async function rateContent(context: StepContext, found: PhotoEvidence) {
  const { models, photo, detections } = context
  const classifier = await models.get('nsfw')
  if (!classifier) return null
  const people = (await detections.objects()).filter(({ label }) => label === 'person')
  if (!isSomebodyNear(found, people, photo)) return HARMLESS
  const about = { isGrey: isWithoutColour(found.statistics), isDrawn: isDrawn(found.statistics) }
  const first = await classifier.classify(photo)
  if (!needsFurtherScores(first, about)) return rateNsfw(first, about, null)
  return rateNsfw(first, about, await scoreFramings(photo, people, classifier))
}

/** From this calibrated chance of a person on, or with a clear face, there is somebody in the photo. */
const PERSON = 0.3
const SURE_FACE = 80
/** A box of a person from this score on, and this share of the picture, is somebody large in the frame. */
const NEAR_PERSON = { score: 0.3, area: 0.05 }
/** So is a face of this share of the picture's height. */
const NEAR_FACE = 0.1

function isSomebodyNear(
  { evidence, faces }: PhotoEvidence,
  people: readonly FoundPerson[],
  { width, height }: { width: number; height: number },
): boolean {
  const isPerson = evidence.some(
    ({ concept, origin, chance }) => concept === 'person' && origin === 'objects' && chance >= PERSON,
  )
  const clear = faces.filter(({ confidence }) => confidence >= SURE_FACE)
  const leastArea = NEAR_PERSON.area * width * height
  const isLarge = people.some(
    ({ score, box: { x1, y1, x2, y2 } }) => score >= NEAR_PERSON.score && (x2 - x1) * (y2 - y1) >= leastArea,
  )
  const isFaceLarge = clear.some(({ coordinates }) => coordinates.height >= NEAR_FACE * height)
  return (isPerson || clear.length > 0) && (isLarge || isFaceLarge)
}
