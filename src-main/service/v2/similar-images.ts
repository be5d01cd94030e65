import { z } from 'zod'
import { IndexMetadata, SimilarImages, type IndexKind } from '../../contract/analysis/index.ts'
import type { Route } from '../http/route.ts'
import { countSearch, findOrDescribe, hasEntry, nameIndex, removeEntry, removeIndex, train } from './index-requests.ts'
import { ImageParameters, SearchParameters, TrainParameters } from './parameters.ts'
import { search } from './search-similar.ts'

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
    handle: (call, dependencies) => search(call, dependencies, nameIndex(call), { needsPicture: true }),
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
