import type { Findings } from '../photo/findings.ts'
import { scoreFramings } from '../sensitivity/score-framings.ts'
import { needsFurtherScores, nsfwCategories, rateNsfw } from '../sensitivity/rate-nsfw.ts'
import { measureAreas } from './measure-areas.ts'
import { ratePersonal } from './rate-personal.ts'
import type { Step, StepContext } from '../step/step.ts'
import type { EvidenceReader, PhotoEvidence } from '../tags/gather-evidence.ts'

const SURE_FACE = 80

/**
 * Sorts the photo into `nsfw_beta` and `personal_photos`. Without an NSFW model that part is left out, since nothing
 * can be called safe.
 */
export function createCategoriesStep({ vocabulary, evidenceOf }: EvidenceReader): Step {
  return {
    name: 'categories',
    version: 9,
    tasks: ['nsfw', 'objects', 'classifier', 'embedding', 'faces'],
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
async function rateContent({ models, photo, detections }: StepContext, { evidence, faces }: PhotoEvidence) {
  const classifier = await models.get('nsfw')
  if (!classifier) return null
  const person = Math.max(
    0,
    ...evidence.flatMap(({ concept, origin, chance }) =>
      concept === 'person' && origin === 'objects' ? [chance] : [],
    ),
  )
  const hasFace = faces.some(({ confidence }) => confidence >= SURE_FACE)
  const [first, who] = [await classifier.classify(photo), { person, hasFace }]
  if (!needsFurtherScores(first, who)) return rateNsfw(first, who, null)
  const people = (await detections.objects()).filter(({ label }) => label === 'person')
  return rateNsfw(first, who, await scoreFramings(photo, people, classifier))
}
