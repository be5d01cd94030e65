import type { SimilarImages } from '../../contract/analysis/index.ts'
import type { SearchOptions } from '../../indexes/named/search-options.ts'
import type { IndexName } from '../../indexes/named/index-name.ts'
import { checkPage, LARGEST_PAGE } from '../../indexes/named/search-options.ts'
import { colorScale, contentScale } from '../../indexes/published-distance.ts'
import { describeContent } from '../contents/describe-content.ts'
import { analyse } from '../http/analyse.ts'
import { success } from '../http/envelopes.ts'
import { receiveMaybePicture, type GivenPicture } from '../http/receive-picture.ts'
import type { Answer, Call } from '../http/route.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import { SearchParameters } from './parameters.ts'

/**
 * Searches an index for a picture or for a saved entry. The index and the numbers are checked before the picture is
 * analysed.
 */
export async function search(
  call: Call,
  dependencies: RouteDependencies,
  index: IndexName,
  { needsPicture }: { needsPicture: boolean },
): Promise<Answer> {
  await dependencies.indexes.traits(index)
  const { params, picture } = await receiveMaybePicture(call, dependencies, SearchParameters)
  const { offset, count, distance, entry } = params
  const page: SearchOptions = { offset, count: count === -1 ? LARGEST_PAGE : count, distance }
  checkPage(page)
  if (picture) return searchByPicture(call, dependencies, index, picture, page)
  if (entry === null || needsPicture)
    throw new ServiceError(400, 'image is missing: send the picture as image or image_base64.')
  const found = await dependencies.indexes.searchEntry(index, entry, { ...page, distance: -1 })
  if (found === null) throw new ServiceError(404, `entry: the index has no entry "${entry.slice(0, 80)}".`)
  return success(await publish(dependencies, index, found, page))
}

async function searchByPicture(
  call: Call,
  dependencies: RouteDependencies,
  index: IndexName,
  picture: GivenPicture,
  page: SearchOptions,
): Promise<Answer> {
  const { vector, model } =
    index.kind === 'colors'
      ? await colorVector(call, dependencies, index, picture)
      : await contentVector(call, dependencies, index, picture)
  const asked: SearchOptions = model === undefined ? page : { ...page, model }
  const found = await dependencies.indexes.search(index, vector, { ...asked, distance: -1 })
  await call.admission.processed()
  return success(await publish(dependencies, index, found, asked))
}

/** What was found on the published scale, on which the greatest distance is meant, too. */
async function publish(
  { indexes }: Pick<RouteDependencies, 'indexes'>,
  index: IndexName,
  { images }: SimilarImages,
  { distance: greatest = -1, model }: SearchOptions,
): Promise<SimilarImages> {
  const traits = await indexes.traits(index)
  const scale =
    index.kind === 'colors'
      ? colorScale(traits.featuresType ?? 'overall')
      : contentScale((await indexes.modelFor('search', index)) ?? model ?? traits.model ?? '')
  const published = images.map(({ id, distance }) => ({ id, distance: scale.publish(distance) }))
  const near = greatest < 0 ? published : published.filter(({ distance }) => distance <= greatest)
  return { count: near.length, images: near }
}

async function colorVector(
  call: Call,
  dependencies: RouteDependencies,
  index: IndexName,
  picture: GivenPicture,
): Promise<{ vector: Float32Array; model?: string }> {
  const features = (await dependencies.indexes.traits(index)).featuresType ?? 'overall'
  const [vector] = await analyse(call, dependencies, picture, [{ operation: 'colorVector', features }])
  return { vector }
}

async function contentVector(
  call: Call,
  dependencies: RouteDependencies,
  index: IndexName,
  picture: GivenPicture,
): Promise<{ vector: Float32Array; model?: string }> {
  const searching = { index, purpose: 'search', what: 'Searching' } as const
  const { content } = await describeContent(call, dependencies, picture, searching, [])
  return { vector: content.vector, model: content.modelId }
}
