import { say } from '../../../contract/sentences/say.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import type { LibraryBackups } from '../backup/library-backups.ts'
import type { Catalog } from '../../catalog/catalog.ts'

export type RepairDependencies = {
  catalog: Pick<Catalog, 'check' | 'health' | 'repair' | 'upkeep'>
  backups: Pick<LibraryBackups, 'before'>
}

/**
 * Repairs an open library as far as possible, after a backup; returns what each repair did. Damage found at the
 * opening was repaired there, or needs a backup to be restored.
 */
export async function repairLibrary({ catalog, backups }: RepairDependencies): Promise<Text[]> {
  const mended: Text[] = catalog.health.mended().map((part) => say('repairs.partRebuilt', { part }))
  if (catalog.health.problem() !== null) return mended
  if (!catalog.check().some(({ isRepairable }) => isRepairable)) return [...mended, ...giveBack(catalog)]
  await backups.before(say('backups.repair'))
  return [...mended, ...catalog.repair(), ...giveBack(catalog)]
}

/** Space left by deleted data. */
function giveBack({ upkeep }: Pick<Catalog, 'upkeep'>): Text[] {
  const bytes = upkeep.compact()
  return bytes === 0 ? [] : [say('repairs.spaceGiven', { size: Math.round(bytes / 1e6) })]
}
