import type { Catalog } from '../catalog/catalog.ts'
import type { Diagnosis } from './diagnosis.ts'

/** Whether so much of the library's files is empty that it is worth giving back to the disk, and how much. */
export function examineEmpty({ catalog }: { catalog: Pick<Catalog, 'upkeep'> }): Diagnosis[] {
  const bytes = catalog.upkeep.emptyBytes()
  if (bytes === 0) return []
  const message = `${Math.round(bytes / 1e6)} MB of the library's files are empty.`
  const advice = 'They are given back bit by bit while the program runs; "lumafold doctor --repair" does it at once.'
  return [{ area: 'disk', level: 'hint', message, advice }]
}
