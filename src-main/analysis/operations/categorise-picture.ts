import type {
  CategorizerRecord,
  CategoryParameters,
  CategoryRecord,
  CategoryResult,
} from '../../contract/analysis/operations/categories.ts'
import { AppError } from '../../contract/errors.ts'
import type { AnalysedPicture } from './analysed-picture.ts'
import type { BuiltInCategorizer, RatedCategory } from './create-categorizers.ts'
import { requireContentVector } from './require-content-vector.ts'
import { nameIn } from './name-in.ts'
import type { CategorizersPort, NamesPort } from './ports.ts'

export type CategoryOperationDependencies = {
  builtIn: readonly BuiltInCategorizer[]
  custom?: CategorizersPort
  names?: NamesPort
}

/** The categories of a picture by one categorizer, best first; throws `bad-params` for an unknown one. */
export async function categorisePicture(
  picture: AnalysedPicture,
  categorizerId: string,
  params: CategoryParameters,
  dependencies: CategoryOperationDependencies,
): Promise<CategoryResult> {
  const own = dependencies.builtIn.find(({ id }) => id === categorizerId)
  const rated = own ? await own.rate(picture) : await rateByCustom(picture, categorizerId, dependencies)
  return { categories: rated.map((category) => toRecord(category, params, dependencies.names)) }
}

/** Every available categorizer, built-in ones first. */
export async function listCategorizers({
  builtIn,
  custom,
}: CategoryOperationDependencies): Promise<CategorizerRecord[]> {
  return [...builtIn, ...((await custom?.list()) ?? [])].map(({ id, title, labels }) => ({
    id,
    title,
    labels: [...labels],
  }))
}

/** Throws `bad-params` if no categorizer has this id, and names the known ones. */
export async function checkCategorizer(
  categorizerId: string,
  dependencies: CategoryOperationDependencies,
): Promise<void> {
  const known = (await listCategorizers(dependencies)).map(({ id }) => id)
  if (known.includes(categorizerId)) return
  throw new AppError(
    'bad-params',
    `categorizer_id names no categorizer that is known here: "${categorizerId.slice(0, 80)}". Known: ${known.slice(0, 20).join(', ')}.`,
  )
}

async function rateByCustom(
  picture: AnalysedPicture,
  id: string,
  dependencies: CategoryOperationDependencies,
): Promise<RatedCategory[]> {
  await checkCategorizer(id, dependencies)
  const custom = dependencies.custom!
  const model = (await custom.modelOf(id)) ?? undefined
  const vector = await requireContentVector(picture, `The categorizer "${id.slice(0, 80)}"`, model)
  const rated = await custom.rate(id, vector)
  return rated
    .map(({ name, confidence, concept }) => ({
      name,
      nameId: concept ?? name,
      confidence: Math.round(confidence * 100) / 100,
    }))
    .sort((a, b) => b.confidence - a.confidence || (a.name < b.name ? -1 : 1))
}

function toRecord(
  { name, nameId, confidence }: RatedCategory,
  { language, verbose }: CategoryParameters,
  names: NamesPort | undefined,
): CategoryRecord {
  const { texts, fallback } = nameIn(language, names, nameId, name)
  return { confidence, name: texts, ...(verbose === 1 && fallback.length > 0 && { fallback }) }
}
