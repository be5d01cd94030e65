import { z } from 'zod'
import { IndexMetadata, SimilarImages } from '../../contract/analysis/index.ts'
import { readParameters, type GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import type { IndexKind } from '../../contract/analysis/index.ts'
import type { IndexName } from '../../indexes/named/index-name.ts'
import { nameFault } from '../http/body/name-fault.ts'
import { done, success } from '../http/envelopes.ts'
import { textOf } from '../http/parameters/parameters.ts'
import { pickKnown } from '../http/receive-picture.ts'
import type { Call, Route } from '../http/route.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import { ImageParameters, SearchParameters, TrainParameters } from './parameters.ts'
import { search } from './search-similar.ts'

const pathTexts = {
  categorizer_id: 'Id of the categorizer whose pictures are compared.',
  index_id: 'Id of the index.',
  entry_id: 'Id under which a picture was saved.',
}

/** Everything under `/v2/similar-images`. */
export const similarRoutes: readonly Route[] = [...routesOf('categories'), ...routesOf('colors')]

function routesOf(kind: IndexKind): Route[] {
  const base =
    kind === 'categories'
      ? '/v2/similar-images/categories/:categorizer_id/:index_id'
      : '/v2/similar-images/colors/:index_id'
  const { entry_id, categorizer_id, index_id } = pathTexts
  const indexParts: Record<string, string> = kind === 'categories' ? { categorizer_id, index_id } : { index_id }
  const shared = {
    version: 'v2',
    group: 'Similar images',
    analyses: () => 0,
    body: 'none',
    parameters: z.object({}),
  } as const
  const ofIndex = { ...shared, path: base, pathParts: indexParts }
  const ofEntry = { ...shared, path: `${base}/:entry_id`, pathParts: { ...indexParts, entry_id } }
  const id = `v2.similar.${kind}`
  const searching = { parameters: SearchParameters.safeExtend(ImageParameters.shape) }
  return [
    {
      ...ofIndex,
      ...searching,
      id: `${id}.get`,
      method: 'GET',
      summary: 'Finds similar pictures; without a picture, tells about the index',
      picture: 'optional',
      result: z.union([SimilarImages, IndexMetadata]),
      statuses: [400, 403, 404, 410, 413],
      analyses: countSearch,
      handle: findOrDescribe,
    },
    {
      ...ofIndex,
      ...searching,
      id: `${id}.post`,
      method: 'POST',
      summary: 'Finds pictures similar to the one sent',
      body: 'picture',
      picture: 'required',
      result: SimilarImages,
      statuses: [400, 403, 404, 410, 413, 415],
      analyses: () => 1,
      handle: (call, parts) => search(call, parts, nameIndex(call), { needsPicture: true }),
    },
    {
      ...ofIndex,
      id: `${id}.put`,
      method: 'PUT',
      summary: 'Trains the index, so that what was saved and removed counts',
      parameters: TrainParameters,
      body: 'parameters',
      result: z.object({ ticket_id: z.string() }),
      statuses: [400, 404],
      handle: train,
    },
    {
      ...ofIndex,
      id: `${id}.delete`,
      method: 'DELETE',
      summary: 'Deletes the index with all its entries',
      result: z.object({}),
      statuses: [404],
      handle: removeIndex,
    },
    {
      ...ofEntry,
      id: `${id}.entry.get`,
      method: 'GET',
      summary: 'Whether an entry is in the index',
      result: z.boolean(),
      statuses: [400, 404],
      handle: hasEntry,
    },
    {
      ...ofEntry,
      id: `${id}.entry.delete`,
      method: 'DELETE',
      summary: 'Removes an entry; the index is to be trained afterwards',
      result: z.object({}),
      statuses: [400, 404],
      handle: removeEntry,
    },
  ]
}

/** The index that a path names, of the account that asks. */
function nameIndex({ account, path }: Call): IndexName {
  const { categorizer_id: categorizerId, index_id: indexId = '' } = path
  return categorizerId === undefined
    ? { owner: account.id, kind: 'colors', indexId }
    : { owner: account.id, kind: 'categories', categorizerId, indexId }
}

/** A search for a picture costs an analysis; a question about the index, or a search by an entry, none. */
function countSearch(query: GivenParameters): number {
  return textOf(query, 'image_url') !== null || textOf(query, 'image_upload_id') !== null ? 1 : 0
}

async function findOrDescribe(call: Call, parts: RouteDependencies) {
  const index = nameIndex(call)
  const isSearch = countSearch(call.query) > 0 || textOf(call.query, 'entry') !== null
  return isSearch ? search(call, parts, index, { needsPicture: false }) : success(parts.indexes.metadata(index))
}

async function train(call: Call, { indexes, callbacks, followTraining }: RouteDependencies) {
  const { given } = await call.receive(async () => null)
  const { callback_url } = readParameters(TrainParameters, pickKnown(given, TrainParameters))
  const index = nameIndex(call)
  indexes.traits(index)
  const url = callback_url?.trim() || null
  if (url === null) return success({ ticket_id: indexes.train(index) })
  await nameFault('callback_url', callbacks.check(url))
  const ticket_id = indexes.train(index)
  followTraining(ticket_id, url)
  return success({ ticket_id })
}

async function removeIndex(call: Call, { indexes }: RouteDependencies) {
  indexes.removeIndex(nameIndex(call))
  return done
}

async function hasEntry(call: Call, { indexes }: RouteDependencies) {
  const { entry_id = '' } = call.path
  return success(entry_id === '' ? indexes.metadata(nameIndex(call)) : indexes.hasEntry(nameIndex(call), entry_id))
}

async function removeEntry(call: Call, { indexes }: RouteDependencies) {
  const { entry_id = '' } = call.path
  if (!indexes.remove(nameIndex(call), entry_id))
    throw new ServiceError(404, `entry_id: the index has no entry "${entry_id.slice(0, 80)}".`)
  return done
}
