import type { FoundCategory } from '../../../contract/analysis/category.ts'
import type { Findings } from '../../engine.ts'
import { nsfwCategories, rateNsfw } from '../categorising/rate-nsfw.ts'
import { ratePersonal } from '../categorising/rate-personal.ts'
import type { Step, StepContext } from '../step.ts'
import type { Evidence } from '../tagging/evidence.ts'
import { gatherEvidence, scoreScenes, type TagParts } from '../tagging/gather-evidence.ts'
import { readPixels } from '../tagging/pixel-facts.ts'

const SURE_FACE = 80

/** Sorts the photo into `nsfw_beta` and `personal_photos`. */
export function createCategoriesStep(parts: TagParts): Step {
  return {
    name: 'categories',
    version: 1,
    slots: ['nsfw', 'objects', 'classifier', 'embedding', 'faces'],
    run: async (context): Promise<Partial<Findings>> => {
      const evidence = await gatherEvidence(context, parts)
      const nsfw = await rateContent(context, evidence)
      const personal = await sortPersonal(context, evidence, parts)
      const categories: FoundCategory[] = nsfw ? [...nsfwCategories(nsfw), ...personal] : personal
      return nsfw ? { categories, nsfw } : { categories }
    },
  }
}

/** Undefined where no model is there to tell: nothing is called safe unseen. */
async function rateContent({ models, photo, found }: StepContext, evidence: readonly Evidence[]) {
  const classifier = await models.get('nsfw')
  if (!classifier) return undefined
  const person = Math.max(0, ...evidence.filter(({ concept, origin }) => concept === 'person' && origin === 'objects').map(({ chance }) => chance))
  const hasFace = (found.faces ?? []).some(({ confidence }) => confidence >= SURE_FACE)
  return rateNsfw(await classifier.classify(photo), { person, hasFace })
}

async function sortPersonal(context: StepContext, evidence: readonly Evidence[], parts: TagParts): Promise<FoundCategory[]> {
  const { photo, found } = context
  const scenes = await scoreScenes(context, parts.sceneHead)
  const view = { evidence, scenes, faces: found.faces ?? [], facts: readPixels(photo.pixels), width: photo.width, height: photo.height }
  return ratePersonal(view, parts.vocabulary)
}
