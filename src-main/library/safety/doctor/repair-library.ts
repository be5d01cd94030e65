import { say } from '../../../contract/sentences/say.ts'
import type { LibraryBackups } from '../backup/library-backups.ts'
import type { Catalog } from '../../catalog/catalog.ts'

export type RepairDependencies = {
  catalog: Pick<Catalog, 'check' | 'health' | 'repair' | 'upkeep'>
  backups: Pick<LibraryBackups, 'before'>
}

/**
 * Repairs an open library as far as possible, after a backup; returns a sentence for each repair. Damage found at the
 * opening was repaired there, or needs a backup to be restored.
 */
export async function repairLibrary({ catalog, backups }: RepairDependencies): Promise<string[]> {
  const mended = catalog.health.mended().map((part) => `${part} was damaged and has been made again.`)
  if (catalog.health.problem() !== null) return mended
  if (!catalog.check().some(({ isRepairable }) => isRepairable)) return [...mended, ...giveBack(catalog)]
  await backups.before(say('backups.repair'))
  return [...mended, ...catalog.repair(), ...giveBack(catalog)]
}

/** Space left by deleted data. */
function giveBack({ upkeep }: Pick<Catalog, 'upkeep'>): string[] {
  const bytes = upkeep.compact()
  return bytes === 0 ? [] : [`${Math.round(bytes / 1e6)} MB of the library's files were empty and are given back.`]
}
