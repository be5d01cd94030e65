import type { SimilarImages } from '../../contract/analysis/index.ts'
import { AppError } from '../../contract/errors.ts'
import type { IndexRow } from '../store/port.ts'
import { checkVector, refuseOther } from './admit-vector.ts'
import { titleOf, type IndexName } from './index-name.ts'
import { checkPage, type SearchOptions } from './search-options.ts'
import type { Snapshot } from './snapshot.ts'
import type { SnapshotCache } from './snapshot-cache.ts'

type SearchDependencies = { find(name: IndexName): Promise<IndexRow>; cache: SnapshotCache }

/** One page of the trained entries nearest to a vector. */
export async function searchIndex(
  { find, cache }: SearchDependencies,
  name: IndexName,
  vector: Float32Array,
  options: SearchOptions,
): Promise<SimilarImages> {
  const page = checkPage(options)
  checkVector(vector)
  const row = await find(name)
  const isMoving = row.snapshot !== null && row.model !== row.trainedModel
  // what was trained may come from another model than what is saved now
  refuseOther(isMoving ? { ...row, model: row.trainedModel, dimensions: null } : row, vector.length, options.model)
  const snapshot = await loadSnapshot({ find, cache }, name, row)
  if (snapshot === null || snapshot.shape.entries === 0) return { count: 0, images: [] }
  if (snapshot.shape.dimensions !== vector.length)
    throw new AppError(
      'bad-params',
      `The ${titleOf(row)} holds vectors of another model since its last training. Train it before searching.`,
    )
  const images = snapshot.search(vector, { ...page, allowed: options.allowed })
  return { count: images.length, images }
}

/** The present snapshot; where a training replaced it while it was being read, the one after. */
export async function loadSnapshot(
  { find, cache }: SearchDependencies,
  name: IndexName,
  row: IndexRow,
): Promise<Snapshot | null> {
  if (row.snapshot === null) return null
  try {
    return await cache.get(row.snapshot, row.kind)
  } catch (error) {
    const present = await find(name)
    if (present.snapshot !== row.snapshot) return loadSnapshot({ find, cache }, name, present)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new AppError(
      'library-damaged',
      `The trained state of the ${titleOf(row)} is gone. Train the index again; its entries are not lost.`,
      { cause: error },
    )
  }
}
