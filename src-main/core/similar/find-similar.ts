import { AppError } from '../../contract/errors.ts'
import type { PhotoTile } from '../../contract/library/photo.ts'
import type { PhotoFilter } from '../../contract/library/query.ts'
import type { Hit } from '../../indexes/index-types.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { RemoteController } from '../remote/remote-controller.ts'
import type { SimilarIndexes } from './similar-indexes.ts'

export type FindSimilarDependencies = {
  catalog: Pick<Catalog, 'analysis' | 'files' | 'photos' | 'search'>
  similar: Pick<SimilarIndexes, 'colors' | 'contentOf'>
  remote: Pick<RemoteController, 'index'>
}

export type SimilarRequest = {
  photoId: number
  by: 'content' | 'colors'
  limit: number
  maxDistance?: number
  filter: PhotoFilter
}

/** Photos like one photo by rising distance, the photo itself left out. Throws `photo-not-found` or `not-analysed`. */
export async function findSimilar(
  { catalog, similar, remote }: FindSimilarDependencies,
  request: SimilarRequest,
): Promise<Hit[]> {
  const { photoId, by, limit, maxDistance, filter } = request
  const [tile] = catalog.photos.tiles([photoId])
  if (tile === undefined) throw new AppError('photo-not-found', `There is no photo ${photoId} in the library.`)
  const remoteHits = by === 'content' ? await findRemotely({ catalog, remote }, request) : null
  if (remoteHits !== null) return remoteHits
  const index = by === 'colors' ? await similar.colors() : await similar.contentOf(photoId)
  const vector = index?.get(photoId)
  if (index === null || vector === undefined) throw new AppError('not-analysed', whyNot(tile, by))
  const found = catalog.search.run({ filter, sort: { by: 'addedAt', order: 'desc' } })
  // Where nothing is left out the search need not ask for each photo whether it may be found.
  const isEverything = found.length === catalog.analysis.counts().total && !catalog.search.hasHidden()
  const allowed = isEverything ? undefined : new Set(found).add(photoId)
  const hits = index.search(vector, { limit: limit + 1, maxDistance, allowed })
  return hits.filter((hit) => hit.id !== photoId).slice(0, limit)
}

/** So many times the wanted number is asked for, since a filter or the state of the library may leave some out. */
const OVERSAMPLING = 4
const MAX_ASKED = 1_000

/** By the service's index; null where it cannot tell, so that this machine searches. */
async function findRemotely(
  { catalog, remote }: Pick<FindSimilarDependencies, 'catalog' | 'remote'>,
  { photoId, limit, maxDistance, filter }: SimilarRequest,
): Promise<Hit[] | null> {
  const found = await remote
    .index()
    ?.find(catalog.files.pathOf(photoId), { count: Math.min(MAX_ASKED, limit * OVERSAMPLING + 1), maxDistance })
  if (!found || found.length === 0) return null
  const allowed = new Set(catalog.search.run({ filter, sort: { by: 'addedAt', order: 'desc' } }))
  const hits = found.flatMap(({ contentHash, distance }) =>
    catalog.files.withContent(contentHash).map((id) => ({ id, distance: Math.min(1, Math.max(0, distance)) })),
  )
  return hits.filter(({ id }) => id !== photoId && allowed.has(id)).slice(0, limit)
}

function whyNot({ name, status }: Pick<PhotoTile, 'name' | 'status'>, by: 'content' | 'colors'): string {
  if (status === 'failed')
    return `${name} could not be read, so that nothing similar can be found; mend the file and analyse it again.`
  return `${name} is not analysed by ${by} yet; wait until its analysis is done.`
}
