import { z } from 'zod'
import { IndexMetadata, SimilarImages, type IndexKind } from '../../contract/analysis/index.ts'
import type { Route, Call } from '../http/route.ts'
import { ImageParameters, SearchParameters, TrainParameters } from './parameters.ts'
import { searchSimilar } from './search-similar.ts'
import { readParameters, type GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import type { IndexName } from '../../indexes/named/index-name.ts'
import { ServiceError } from '../errors/service-error.ts'
import { done, success } from '../http/envelopes.ts'
import { pickKnown, textOf } from '../http/parameters.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import { checkCallback } from './check-callback.ts'

const shared = {
  version: 'v2',
  group: 'Similar images',
  analyses: () => 0,
  body: 'none',
  parameters: z.object({}),
} as const
const searching = {
  ...shared,
  parameters: SearchParameters.safeExtend(ImageParameters.shape),
  examples: ['count=10'],
} as const

/** A route without its path; `id` is the end of the route's id. */
type Endpoint = Omit<Route, 'path' | 'pathParts'>

const ofIndex: readonly Endpoint[] = [
  {
    ...searching,
    id: 'get',
    method: 'GET',
    summary: 'Finds similar pictures; without a picture, tells about the index',
    picture: 'optional',
    result: z.union([SimilarImages, IndexMetadata]),
    statuses: [400, 403, 404, 410, 413],
    analyses: countSearch,
    handle: findOrDescribe,
  },
  {
    ...searching,
    id: 'post',
    method: 'POST',
    summary: 'Finds pictures similar to the one sent',
    body: 'picture',
    picture: 'required',
    result: SimilarImages,
    statuses: [400, 403, 404, 410, 413, 415],
    analyses: () => 1,
    handle: (call, dependencies) => searchSimilar(call, dependencies, nameIndex(call), { needsPicture: true }),
  },
  {
    ...shared,
    id: 'put',
    method: 'PUT',
    summary: 'Trains the index, so that what was saved and removed counts',
    parameters: TrainParameters,
    body: 'parameters',
    result: z.object({ ticket_id: z.string() }),
    statuses: [400, 404],
    handle: train,
  },
  {
    ...shared,
    id: 'delete',
    method: 'DELETE',
    summary: 'Deletes the index with all its entries',
    result: z.object({}),
    statuses: [404],
    handle: removeIndex,
  },
]

const ofEntry: readonly Endpoint[] = [
  {
    ...shared,
    id: 'entry.get',
    method: 'GET',
    summary: 'Whether an entry is in the index',
    result: z.boolean(),
    statuses: [400, 404],
    handle: hasEntry,
  },
  {
    ...shared,
    id: 'entry.delete',
    method: 'DELETE',
    summary: 'Removes an entry; the index is to be trained afterwards',
    result: z.object({}),
    statuses: [400, 404],
    handle: removeEntry,
  },
]

const index_id = 'Id of the index.'
const entry_id = 'Id under which a picture was saved.'
const categorizer_id = 'Id of the categorizer whose pictures are compared.'
const places = {
  categories: {
    path: '/v2/similar-images/categories/:categorizer_id/:index_id',
    pathParts: { categorizer_id, index_id },
  },
  colors: { path: '/v2/similar-images/colors/:index_id', pathParts: { index_id } },
} as const

/** All routes under `/v2/similar-images`. */
export const similarRoutes: readonly Route[] = [...routesOf('categories'), ...routesOf('colors')]

function routesOf(kind: IndexKind): Route[] {
  const { path, pathParts } = places[kind]
  const nameOf = ({ id }: Endpoint) => `v2.similar.${kind}.${id}`
  return [
    ...ofIndex.map((endpoint) => ({ ...endpoint, id: nameOf(endpoint), path, pathParts })),
    ...ofEntry.map((endpoint) => ({
      ...endpoint,
      id: nameOf(endpoint),
      path: `${path}/:entry_id`,
      pathParts: { ...pathParts, entry_id },
    })),
  ]
}

// Requests about indexes

/** The index that a path names, of the requesting account. */
function nameIndex({ account, path }: Call): IndexName {
  const { categorizer_id: categorizerId, index_id: indexId = '' } = path
  return categorizerId === undefined
    ? { owner: account.id, kind: 'colors', indexId }
    : { owner: account.id, kind: 'categories', categorizerId, indexId }
}

/** A search for a picture costs one analysis; a question about the index, or a search by an entry, is free. */
function countSearch(query: GivenParameters): number {
  return textOf(query, 'image_url') !== null || textOf(query, 'image_upload_id') !== null ? 1 : 0
}

/** Searches if the query names something to search by, and otherwise describes the index. */
async function findOrDescribe(call: Call, dependencies: RouteDependencies) {
  const index = nameIndex(call)
  const isSearch = countSearch(call.query) > 0 || textOf(call.query, 'entry') !== null
  return isSearch
    ? searchSimilar(call, dependencies, index, { needsPicture: false })
    : success(await describe(index, dependencies))
}

/** The state of an index, and a note about its model if a better one is installed now. */
async function describe(index: IndexName, { indexes, analysis }: RouteDependencies): Promise<IndexMetadata> {
  const metadata = await indexes.metadata(index)
  const { model } = await indexes.traits(index)
  const [best, ...others] = analysis.contentModels()
  const isOlder = best !== undefined && model !== null && others.includes(model)
  return isOlder ? { ...metadata, model, newer_model: best } : metadata
}

/** Trains an index, after checking the callback address. */
async function train(call: Call, { indexes, callbacks }: RouteDependencies) {
  const { given } = await call.receive(async () => null)
  const { callback_url } = readParameters(TrainParameters, pickKnown(given, TrainParameters))
  const index = nameIndex(call)
  await indexes.traits(index)
  const url = await checkCallback(callback_url, { callbacks })
  return success({ ticket_id: await indexes.train(index, url) })
}

/** Deletes an index with all its entries; throws `index-not-found`. */
async function removeIndex(call: Call, { indexes }: RouteDependencies) {
  await indexes.removeIndex(nameIndex(call))
  return done
}

/** Whether an entry is in the index; without an entry it describes the index. */
async function hasEntry(call: Call, dependencies: RouteDependencies) {
  const [index, { entry_id = '' }] = [nameIndex(call), call.path]
  return success(
    await (entry_id === '' ? describe(index, dependencies) : dependencies.indexes.hasEntry(index, entry_id)),
  )
}

/** Removes an entry before the next training; throws 404 if it does not exist. */
async function removeEntry(call: Call, { indexes }: RouteDependencies) {
  const { entry_id = '' } = call.path
  if (!(await indexes.remove(nameIndex(call), entry_id)))
    throw new ServiceError(404, `entry_id: the index has no entry "${entry_id.slice(0, 80)}".`)
  return done
}
