import { AppError } from '../../contract/errors.ts'
import type { PhotoTile } from '../../contract/library/photo.ts'
import type { PhotoFilter } from '../../contract/library/query.ts'
import type { Hit, VectorIndex } from '../../indexes/index-types.ts'
import type { CoreParts } from '../core-parts.ts'

export type SimilarRequest = {
  photoId: number
  by: 'content' | 'colors'
  limit: number
  maxDistance?: number
  filter: PhotoFilter
}

/** Photos like one photo by rising distance, the photo itself left out. Throws `photo-not-found` or `not-analysed`. */
export async function findSimilar(
  { catalog, similar, remote }: Pick<CoreParts, 'catalog' | 'similar' | 'remote'>,
  request: SimilarRequest,
): Promise<Hit[]> {
  const { photoId, by, limit, maxDistance, filter } = request
  const [tile] = catalog.photos.tiles([photoId])
  if (tile === undefined) throw new AppError('photo-not-found', `There is no photo ${photoId} in the library.`)
  const theirs = by === 'content' ? await findRemotely({ catalog, remote }, request) : null
  if (theirs !== null) return theirs
  const index: VectorIndex | null = by === 'colors' ? await similar.colors() : await similar.contentOf(photoId)
  const vector = index?.get(photoId)
  if (index == null || vector === undefined) throw new AppError('not-analysed', whyNot(tile, by))
  const found = catalog.search.run({ filter, sort: { by: 'addedAt', order: 'desc' } })
  // Where nothing is left out the search need not ask for each photo whether it may be found.
  const allowed = found.length === catalog.analysis.counts().total ? undefined : new Set(found).add(photoId)
  const hits = index.search(vector, { limit: limit + 1, maxDistance, allowed })
  return hits.filter((hit) => hit.id !== photoId).slice(0, limit)
}

/** So many more are asked for than wanted, since a filter or an earlier state of the library may leave some out. */
const SPARE = 4
const MAX_ASKED = 1_000

/** By the service's index; null where it cannot tell, so that this machine looks. */
async function findRemotely(
  { catalog, remote }: Pick<CoreParts, 'catalog' | 'remote'>,
  { photoId, limit, maxDistance, filter }: SimilarRequest,
): Promise<Hit[] | null> {
  const found = await remote
    .index()
    ?.find(catalog.files.pathOf(photoId), { count: Math.min(MAX_ASKED, limit * SPARE + 1), maxDistance })
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
