import type { SimilarImages } from '../../contract/analysis/index.ts'
import type { PictureVector } from '../../analysis/operations/ports.ts'
import type { IndexName } from '../../indexes/named/index-name.ts'
import type { IndexView } from '../../indexes/named/index-view.ts'
import { checkPage, MAX_PAGE } from '../../indexes/named/search-options.ts'
import { colorScale, contentScale } from '../../indexes/published-distance.ts'
import { describeContent } from '../contents/describe-content.ts'
import { analyse, receiveMaybePicture, type GivenPicture } from '../http/given-picture.ts'
import { success } from '../http/envelopes.ts'
import type { Answer, Call } from '../http/route.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import { SearchParameters } from './parameters.ts'

/**
 * Searches an index for a picture or a saved entry, as of the arrival of the request. The index and the numbers are
 * checked before the picture is analysed.
 */
export async function searchSimilar(
  call: Call,
  dependencies: RouteDependencies,
  index: IndexName,
  { needsPicture }: { needsPicture: boolean },
): Promise<Answer> {
  const view = await dependencies.indexes.view(index)
  const { params, picture } = await receiveMaybePicture(call, dependencies, SearchParameters)
  const { offset, count, distance, entry } = params
  const page = { offset, count: count === -1 ? MAX_PAGE : count, distance }
  checkPage(page)
  if (picture) {
    const find = index.kind === 'colors' ? searchByColors : searchByContent
    const found = await find(call, dependencies, { index, picture, view, page })
    await call.admission.processed()
    return success(found)
  }
  if (entry === null || needsPicture)
    throw new ServiceError(400, 'image is missing: send the picture as image or image_base64.')
  const found = await view.searchEntry(entry, { ...page, distance: -1 })
  if (found === null) throw new ServiceError(404, `entry: the index has no entry "${entry.slice(0, 80)}".`)
  return success(publish(index, view, found, page))
}

type Search = {
  index: IndexName
  picture: GivenPicture
  view: IndexView
  page: { offset: number; count: number; distance: number }
}

async function searchByColors(
  call: Call,
  dependencies: RouteDependencies,
  { index, picture, view, page }: Search,
): Promise<SimilarImages> {
  const features = view.traits.featuresType ?? 'overall'
  const [vector] = await analyse(call, dependencies, picture, [{ operation: 'colorVector', features }])
  return publish(index, view, await view.search(vector, { ...page, distance: -1 }), page)
}

/** Reads the index again only if it changed while the picture was analysed. */
function searchByContent(
  call: Call,
  dependencies: RouteDependencies,
  { index, picture, view: first, page }: Search,
): Promise<SimilarImages> {
  let view = first
  const purpose = {
    indexId: index.indexId,
    what: 'Searching',
    async model(sure: boolean) {
      if (sure) view = await dependencies.indexes.view(index)
      return view.searchModel
    },
    async use({ vector, modelId: model }: PictureVector) {
      return publish(index, view, await view.search(vector, { ...page, distance: -1, model }), page, model)
    },
  }
  return describeContent(call, dependencies, picture, purpose, [])
}

/** Results on the published scale, which also applies to the maximum distance. */
function publish(
  { kind }: IndexName,
  { traits, searchModel }: IndexView,
  { images }: SimilarImages,
  { distance: greatest }: { distance: number },
  model?: string,
): SimilarImages {
  const scale =
    kind === 'colors'
      ? colorScale(traits.featuresType ?? 'overall')
      : contentScale(searchModel ?? model ?? traits.model ?? '')
  const published = images.map(({ id, distance }) => ({ id, distance: scale.publish(distance) }))
  const near = greatest < 0 ? published : published.filter(({ distance }) => distance <= greatest)
  return { count: near.length, images: near }
}
