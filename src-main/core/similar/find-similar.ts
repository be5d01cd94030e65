import { AppError } from '../../contract/errors.ts'
import type { PhotoTile } from '../../contract/library/photo.ts'
import type { PhotoFilter } from '../../contract/library/query.ts'
import type { Hit, VectorIndex } from '../../indexes/index-types.ts'
import type { CoreParts } from '../core-parts.ts'

export type SimilarRequest = { photoId: number; by: 'content' | 'colors'; limit: number; maxDistance?: number; filter: PhotoFilter }

/** Photos like one photo by rising distance, the photo itself left out. Throws `photo-not-found` or `not-analysed`. */
export async function findSimilar({ catalog, similar }: Pick<CoreParts, 'catalog' | 'similar'>, request: SimilarRequest): Promise<Hit[]> {
  const { photoId, by, limit, maxDistance, filter } = request
  const [tile] = catalog.photos.tiles([photoId])
  if (tile === undefined) throw new AppError('photo-not-found', `There is no photo ${photoId} in the library.`)
  const index: VectorIndex | null = by === 'colors' ? await similar.colors() : await similar.contentOf(photoId)
  const vector = index?.get(photoId)
  if (index == null || vector === undefined) throw new AppError('not-analysed', whyNot(tile, by))
  const found = catalog.search.run({ filter, sort: { by: 'addedAt', order: 'desc' } })
  // Where nothing is left out the search need not ask for each photo whether it may be found.
  const allowed = found.length === catalog.analysis.counts().total ? undefined : new Set(found).add(photoId)
  const hits = index.search(vector, { limit: limit + 1, maxDistance, allowed })
  return hits.filter((hit) => hit.id !== photoId).slice(0, limit)
}

function whyNot({ name, status }: Pick<PhotoTile, 'name' | 'status'>, by: 'content' | 'colors'): string {
  if (status === 'failed') return `${name} could not be read, so that nothing similar can be found; mend the file and analyse it again.`
  return `${name} is not analysed by ${by} yet; wait until its analysis is done.`
}
