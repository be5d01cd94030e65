import { AppError } from '../../contract/errors.ts'
import { nsfwCategories } from '../sensitivity/rate-nsfw.ts'
import { personalCategories, personalConcepts } from '../categories/rate-personal.ts'
import type { EvidenceReader } from '../tags/evidence-reader.ts'
import { categoryNameId } from '../vocabulary/names.ts'
import type { AnalysedPicture } from './analysed-picture.ts'
import { generalConcepts, generalHints, rateGeneral } from '../categories/rate-general.ts'

/** A found category: its English name, and its id in the vocabulary's names. */
export type RatedCategory = { name: string; nameId: string; confidence: number }

/** A built-in categorizer. */
export type BuiltInCategorizer = {
  id: string
  title: string
  labels: readonly string[]
  rate(picture: AnalysedPicture): Promise<RatedCategory[]>
}

/** The built-in categorizers, in the order of the listing. Throws if a rule names a missing concept. */
export function createCategorizers(parts: Pick<EvidenceReader, 'vocabulary'>): readonly BuiltInCategorizer[] {
  for (const id of [...generalHints, ...personalConcepts]) parts.vocabulary.concept(id)
  return [createGeneral(parts), createPersonal(), createNsfw()]
}

function createGeneral({ vocabulary }: Pick<EvidenceReader, 'vocabulary'>): BuiltInCategorizer {
  const nameOf = (id: string) => vocabulary.concept(id).name
  return {
    id: 'general_v3',
    title: 'General: broad kinds of things and places',
    labels: generalConcepts.map(nameOf),
    rate: async (picture) =>
      rateGeneral((await picture.evidence()).evidence, vocabulary).map(({ concept, confidence }) => ({
        name: nameOf(concept),
        nameId: concept,
        confidence,
      })),
  }
}

function createPersonal(): BuiltInCategorizer {
  return {
    id: 'personal_photos',
    title: 'Personal photos',
    labels: personalCategories,
    rate: (picture) => ofCategorizer('personal_photos', picture),
  }
}

function createNsfw(): BuiltInCategorizer {
  const rate = async (picture: AnalysedPicture) => {
    const found = await ofCategorizer('nsfw_beta', picture)
    // without its model nothing may be called safe
    if (found.length > 0) return found
    throw new AppError(
      'not-supported-here',
      'The categorizer nsfw_beta needs a model that is not installed. Install the models first.',
    )
  }
  return { id: 'nsfw_beta', title: 'Nudity: nsfw, underwear or safe', labels: nsfwLabels(), rate }
}

async function ofCategorizer(id: string, picture: AnalysedPicture): Promise<RatedCategory[]> {
  const categories = await picture.categories()
  return categories
    .filter(({ categorizer }) => categorizer === id)
    .map(({ name, confidence }) => ({ name, nameId: categoryNameId(name), confidence }))
}

function nsfwLabels(): string[] {
  return nsfwCategories({ nsfw: 0, underwear: 0, safe: 100 })
    .map(({ name }) => name)
    .sort()
}
