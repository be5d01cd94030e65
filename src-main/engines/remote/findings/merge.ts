import type { NsfwShares } from '../../../contract/analysis/category.ts'
import type { SaliencyFeatures, Findings } from '../../../analysis/photo/findings.ts'
import type { Answers, PhotoOperation } from '../requests/api-version.ts'
import { nameTags, type ConceptLookup } from './name-tags.ts'
import { scaleFaces, scaleRectangle, type PictureSize } from './scale.ts'

export type MergeContext = {
  local: Findings
  photo: PictureSize
  sent: PictureSize
  categorizer: string
  concepts: ConceptLookup | null
}

/** How much the service's suggestion weighs beside what this machine found: a crop keeps it where it can. */
const SUGGESTION_WEIGHT = 0.8
const LONGEST_NAME = 200

/** Turns an answer into findings, joined with what this machine found in the same photo. */
export const merge: { [S in PhotoOperation]: (answer: Answers[S], context: MergeContext) => Partial<Findings> } = {
  tags: (answer, { concepts }) => ({ tags: nameTags(answer, concepts) }),
  faces: (answer, { photo, sent }) => ({ faces: scaleFaces(answer, photo, sent) }),
  /** The signature that colour search compares stays this machine's: one measure for all photos. */
  colors: (answer, { local }) => ({ colors: answer, ...(local.colorVector ? { colorVector: local.colorVector } : {}) }),
  /** What other categorizers say on this machine stays, above all the verdict by which pictures are blurred. */
  categories: (answer, { local, categorizer }) => {
    const others = (local.categories ?? []).filter((each) => each.categorizer !== categorizer)
    const found = answer
      .map(({ name, confidence }) => ({
        categorizer,
        name: (name.en ?? Object.values(name)[0] ?? '').trim().slice(0, LONGEST_NAME),
        confidence,
      }))
      .filter(({ name }) => name !== '')
    const nsfw = categorizer === 'nsfw_beta' ? sharesOf(found) : local.nsfw
    return { categories: [...others, ...found], ...(nsfw ? { nsfw } : {}) }
  },
  /** Crops of any size are worked out here, from saliency features; the service's own suggestion becomes one of them. */
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
