import { say } from '../../contract/sentences/say.ts'
import { AppError } from '../../contract/errors.ts'
import type { PhotoSource } from '../../contract/library/export-job.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { normalView } from '../../contract/library/normal-view.ts'
import type { PhotoQuery } from '../../contract/library/query.ts'

export type SourceCatalog = { search: Pick<Catalog['search'], 'run' | 'prepare' | 'prepareFilter'> }

/** The photos of a source, each once and in its order. Throws `bad-params` where there are none. */
export async function resolveSource(catalog: SourceCatalog, source: PhotoSource): Promise<number[]> {
  const ids = await idsOf(catalog, source)
  if (ids.length > 0) return ids
  throw new AppError('bad-params', say('exports.noPhotos'))
}

/** The same, and empty where there are none. */
export async function idsOf({ search }: SourceCatalog, source: PhotoSource): Promise<number[]> {
  if (source.kind === 'photos') return [...new Set(source.ids)]
  const filter = normalView(source.query.filter)
  await search.prepare({ rest: true, order: orderOf(source.query.sort.by) })
  await search.prepareFilter(filter)
  return [...search.run({ ...source.query, filter })]
}

/** What the index is made ready for; matches and albums have an order of their own, and the time taken beside it. */
const orderOf = (by: PhotoQuery['sort']['by']) => (by === 'match' || by === 'album' ? 'takenAt' : by)
