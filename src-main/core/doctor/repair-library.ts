import type { LibraryBackups } from '../backup/library-backups.ts'
import type { Catalog } from '../catalog/catalog.ts'

export type RepairDependencies = {
  catalog: Pick<Catalog, 'check' | 'health' | 'repair'>
  backups: Pick<LibraryBackups, 'before'>
}

/**
 * Mends what can be mended in an open library, after a backup; returns a sentence for each thing done. Damage that the
 * opening found was mended there, or needs a backup to be restored.
 */
export async function repairLibrary({ catalog, backups }: RepairDependencies): Promise<string[]> {
  const mended = catalog.health.mended().map((part) => `${part} was damaged and has been made again.`)
  if (catalog.health.problem() !== null || !catalog.check().some(({ isRepairable }) => isRepairable)) return mended
  await backups.before('a repair')
  return [...mended, ...catalog.repair()]
}
