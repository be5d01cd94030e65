import type { Findings } from '../photo/findings.ts'
import { scoreFramings, type FoundPerson } from '../sensitivity/score-framings.ts'
import { needsFurtherScores, nsfwCategories, rateNsfw, type NsfwContext } from '../sensitivity/rate-nsfw.ts'
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

/** The network judges the photo once, and parts of it only if that result calls for it. */
async function rateContent(context: StepContext, found: PhotoEvidence) {
  const { models, photo, detections } = context
  const classifier = await models.get('nsfw')
  if (!classifier) return null
  const people = (await detections.objects()).filter(({ label }) => label === 'person')
  const about = describeContent(found, people, photo)
  const first = await classifier.classify(photo)
  if (!needsFurtherScores(first, about)) return rateNsfw(first, about, null)
  return rateNsfw(first, about, await scoreFramings(photo, people, classifier))
}

const SURE_FACE = 80
/** A box of a person from this score on, and this share of the picture, is somebody large in the frame. */
const NEAR_PERSON = { score: 0.3, area: 0.05 }
/** So is a face of this share of the picture's height. */
const NEAR_FACE = 0.1

function describeContent(
  { evidence, faces, statistics }: PhotoEvidence,
  people: readonly FoundPerson[],
  { width, height }: { width: number; height: number },
): NsfwContext {
  const chances = evidence.map(({ concept, origin, chance }) =>
    concept === 'person' && origin === 'objects' ? chance : 0,
  )
  const clear = faces.filter(({ confidence }) => confidence >= SURE_FACE)
  const areaOf = ({ box }: FoundPerson) => ((box.x2 - box.x1) * (box.y2 - box.y1)) / (width * height)
  return {
    person: Math.max(0, ...chances),
    hasFace: clear.length > 0,
    isNear:
      people.some((person) => person.score >= NEAR_PERSON.score && areaOf(person) >= NEAR_PERSON.area) ||
      clear.some(({ coordinates }) => coordinates.height >= NEAR_FACE * height),
    isGrey: isWithoutColour(statistics),
    isDrawn: isDrawn(statistics),
  }
}
