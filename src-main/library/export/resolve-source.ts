import { say } from '../../contract/sentences/say.ts'
import { AppError } from '../../contract/errors.ts'
import type { PhotoSource } from '../../contract/library/export-job.ts'
import type { SearchableCatalog } from '../catalog/catalog.ts'
import { normalView } from '../../contract/library/normal-view.ts'

/** The photos of a source, each once and in its order. Throws `bad-params` if there are none. */
export async function resolveSource(catalog: SearchableCatalog, source: PhotoSource): Promise<number[]> {
  const ids = await idsOf(catalog, source)
  if (ids.length > 0) return ids
  throw new AppError('bad-params', say('exports.noPhotos'))
}

/** The same, and empty if there are none. */
export async function idsOf({ search }: SearchableCatalog, source: PhotoSource): Promise<number[]> {
  if (source.kind === 'photos') return [...new Set(source.ids)]
  const { filter, sort } = source.query
  const found = await search.load({ filter: normalView(filter), sort })
  return [...found.ids()]
}
