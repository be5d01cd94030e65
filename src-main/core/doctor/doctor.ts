import type { AnalysisEngine } from '../../engines/engine.ts'
import type { LibraryBackups } from '../backup/library-backups.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { ModelStore } from '../models/model-store.ts'
import type { Diagnosis } from './diagnosis.ts'
import { examineBackups } from './examine-backups.ts'
import { examineCatalogue } from './examine-catalogue.ts'
import { examineDisk } from './examine-disk.ts'
import { examineEmpty } from './examine-empty.ts'
import { examineFolders } from './examine-folders.ts'
import { examineModels } from './examine-models.ts'
import { examinePhotos } from './examine-photos.ts'
import type { RepairDependencies } from './repair-library.ts'

export type DoctorDependencies = RepairDependencies & {
  catalog: Pick<Catalog, 'check' | 'edits' | 'files' | 'folders' | 'analysis' | 'health'>
  backups: Pick<LibraryBackups, 'describe' | 'isUpToDate'>
  models: Pick<ModelStore, 'list'>
  engine: Pick<AnalysisEngine, 'info'>
  libraryDir: string
}

/** Examines an open library and says what to do about what is not well. */
export async function examineLibrary(dependencies: DoctorDependencies): Promise<Diagnosis[]> {
  const catalogue = examineCatalogue(dependencies)
  const isReadable = dependencies.catalog.health.condition() !== 'damaged'
  return [
    ...catalogue,
    ...(await examineBackups(dependencies)),
    ...(isReadable ? await examineFolders(dependencies) : []),
    ...(isReadable ? examinePhotos(dependencies) : []),
    ...(await examineModels(dependencies)),
    ...(await examineDisk(dependencies)),
    ...(isReadable ? examineEmpty(dependencies) : []),
  ]
}
