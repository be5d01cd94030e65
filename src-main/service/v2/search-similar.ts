import type { SearchOptions } from '../../indexes/named/search-options.ts'
import type { IndexName } from '../../indexes/named/index-name.ts'
import { checkPage } from '../../indexes/named/search-options.ts'
import { analyse } from '../http/analyse.ts'
import { success } from '../http/envelopes.ts'
import { receiveMaybePicture, type GivenPicture } from '../http/receive-picture.ts'
import type { Answer, Call } from '../http/route.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import { SearchParameters } from './parameters.ts'

/**
 * Searches an index for a picture or for a saved entry. The index and the numbers are checked before the picture is
 * looked at.
 */
export async function search(
  call: Call,
  parts: RouteDependencies,
  index: IndexName,
  { needsPicture }: { needsPicture: boolean },
): Promise<Answer> {
  parts.indexes.traits(index)
  const { params, picture } = await receiveMaybePicture(call, parts, SearchParameters)
  const { offset, count, distance, entry } = params
  const page: SearchOptions = { offset, count, distance }
  checkPage(page)
  if (picture) return searchByPicture(call, parts, index, picture, page)
  if (entry === null || needsPicture)
    throw new ServiceError(400, 'image is missing: send the picture as image or image_base64.')
  const vector = parts.indexes.vectorOf(index, entry)
  if (vector === null) throw new ServiceError(404, `entry: the index has no entry "${entry.slice(0, 80)}".`)
  return success(await parts.indexes.search(index, vector, page))
}

async function searchByPicture(
  call: Call,
  parts: RouteDependencies,
  index: IndexName,
  picture: GivenPicture,
  page: SearchOptions,
): Promise<Answer> {
  const { vector, model } =
    index.kind === 'colors' ? await seeColors(call, parts, index, picture) : await seeContent(call, parts, picture)
  const found = await parts.indexes.search(index, vector, model === undefined ? page : { ...page, model })
  call.admission.processed()
  return success(found)
}

async function seeColors(
  call: Call,
  parts: RouteDependencies,
  index: IndexName,
  picture: GivenPicture,
): Promise<{ vector: Float32Array; model?: string }> {
  const features = parts.indexes.traits(index).featuresType ?? 'overall'
  const [vector] = await analyse(call, parts, picture, [{ operation: 'colorVector', features }])
  return { vector }
}

async function seeContent(
  call: Call,
  parts: RouteDependencies,
  picture: GivenPicture,
): Promise<{ vector: Float32Array; model?: string }> {
  const [content] = await analyse(call, parts, picture, [{ operation: 'contentVector' }])
  if (content === null)
    throw new ServiceError(503, 'Searching needs a model that describes what pictures show, and none is installed.', {
      'retry-after': '60',
    })
  return { vector: content.vector, model: content.modelId }
}
