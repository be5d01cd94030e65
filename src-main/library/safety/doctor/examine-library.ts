import { foreign, say, several } from '../../../contract/sentences/say.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import type { AnalysisEngine } from '../../../engines/analysis-engine.ts'
import type { LibraryBackups } from '../backup/library-backups.ts'
import { type Catalog, problemOf } from '../../catalog/catalog.ts'
import type { Replayed } from '../rows/recovery/recover-edits.ts'
import type { ModelStore } from '../../models/model-store.ts'
import type { Diagnosis } from './diagnosis.ts'
import { examineDisk } from './examine-disk.ts'
import type { RepairDependencies } from './repair-library.ts'
import { describeBackup } from '../backup/describe-backup.ts'
import { probeRoot } from '../../ingest/probe-root.ts'

export type DoctorDependencies = RepairDependencies & {
  catalog: Pick<Catalog, 'check' | 'edits' | 'files' | 'folders' | 'analysis' | 'health'>
  backups: Pick<LibraryBackups, 'describe' | 'isUpToDate'>
  models: Pick<ModelStore, 'list'>
  engine: Pick<AnalysisEngine, 'info'>
  libraryDir: string
}

/** Examines an open library and says how to solve its problems. */
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

const DAY_MS = 86_400_000
/** The daily backup may have waited for a day on which the program ran. */
const OLD_DAYS = 7

const report = (
  area: Diagnosis['area'],
  level: Diagnosis['level'],
  message: Text,
  advice: Text | null = null,
): Diagnosis => ({ area, level, message, advice })

type Dependencies = {
  backups: Pick<LibraryBackups, 'describe' | 'isUpToDate'>
  catalog: Pick<Catalog, 'analysis'>
}

/** How old the newest backup is. */
async function examineBackups({ backups, catalog }: Dependencies, nowMs = Date.now()): Promise<Diagnosis[]> {
  const { backups: list, folder } = await backups.describe()
  const [newest] = list
  if (newest === undefined) {
    if (catalog.analysis.counts().total === 0) return []
    return [report('backups', 'hint', say('doctor.noBackup', { path: folder }), say('doctor.backupDaily'))]
  }
  const days = Math.floor((nowMs - Date.parse(newest.at)) / DAY_MS)
  const message = say('doctor.newestBackup', { count: list.length, backup: describeBackup(newest) })
  if (days < OLD_DAYS || (await backups.isUpToDate())) return [report('backups', 'good', message)]
  return [report('backups', 'problem', message, say('doctor.backupOld', { days, path: folder }))]
}

/** Whether the catalogue is intact, and the edits journal beside it. */
function examineCatalogue({ catalog }: { catalog: Pick<Catalog, 'check' | 'edits' | 'health'> }): Diagnosis[] {
  return [...examineFaults(catalog), ...examineLost(catalog), ...examineEdits(catalog)]
}

function examineFaults(catalog: Pick<Catalog, 'check'>): Diagnosis[] {
  const faults = catalog.check()
  if (faults.length === 0) return [report('catalogue', 'good', say('doctor.intact'))]
  return faults.map(({ message, advice }) => report('catalogue', 'problem', message, advice))
}

/** Maximum number of lost photos named individually. */
const MAX_NAMED = 20

function examineLost(catalog: Pick<Catalog, 'health'>): Diagnosis[] {
  const lost = catalog.health.lostPhotos()
  if (lost.length === 0) return []
  const message = say('doctor.lost', { photos: lost.length, ids: lost.slice(0, MAX_NAMED).join(', ') })
  return [report('catalogue', 'problem', message, say('doctor.mendLost'))]
}

function examineEdits(catalog: Pick<Catalog, 'edits'>): Diagnosis[] {
  const found: Diagnosis[] = []
  const problem = catalog.edits.problem()
  if (problem !== null) {
    const message = say('doctor.journalBehind', { reason: foreign(problem) })
    found.push(report('catalogue', 'problem', message, say('doctor.journalRoom')))
  }
  if (catalog.edits.wasGone())
    found.push(report('catalogue', 'problem', say('doctor.journalGone'), say('doctor.journalBackup')))
  const replayed = catalog.edits.replayed()
  return replayed === null ? found : [...found, describeReplayed(replayed)]
}

/** A catalogue from a backup is older than the journal; any other one has lost data that its disk had confirmed. */
function describeReplayed({ edits, problems, isAfterRestore }: Replayed): Diagnosis {
  const message = several([say(isAfterRestore ? 'doctor.restored' : 'doctor.older', { count: edits }), ...problems])
  if (!isAfterRestore) return report('catalogue', 'hint', message, say('doctor.checkDisk'))
  if (problems.length === 0) return report('catalogue', 'good', message)
  return report('catalogue', 'hint', message, say('doctor.doByHand'))
}

/** Whether enough of the library's files is empty to be worth freeing, and how much. */
function examineEmpty({ catalog }: { catalog: Pick<Catalog, 'upkeep'> }): Diagnosis[] {
  const bytes = catalog.upkeep.emptyBytes()
  if (bytes === 0) return []
  const message = say('doctor.emptySpace', { size: Math.round(bytes / 1e6) })
  return [report('disk', 'hint', message, say('doctor.spaceFollows'))]
}

/** Whether each watched folder can be read. */
async function examineFolders({ catalog }: { catalog: Pick<Catalog, 'folders'> }): Promise<Diagnosis[]> {
  const roots = catalog.folders.roots()
  if (roots.length === 0) return [report('folders', 'hint', say('doctor.noFolder'), say('doctor.addFolder'))]
  return Promise.all(
    roots.map(async (root): Promise<Diagnosis> => {
      const { path } = root
      const probe = await probeRoot(catalog.folders, root)
      if (probe.state !== 'present')
        return report('folders', 'problem', say('doctor.folderAway', { path }), probe.problem)
      const { access: _, ...others } = root.problems
      const problem = problemOf({ problems: others })
      if (problem !== null) return report('folders', 'hint', say('doctor.folderPartly', { path }), problem)
      return report('folders', 'good', say('doctor.folderRead', { path }))
    }),
  )
}

/** The number of photos, and what some of them lack. */
function examinePhotos({ catalog }: { catalog: Pick<Catalog, 'analysis' | 'files'> }): Diagnosis[] {
  const { total, pending, failed, missing, offline } = catalog.analysis.counts()
  const found = [report('photos', 'good', say('doctor.photos', { photos: total, pending }))]
  if (failed > 0)
    found.push(report('photos', 'hint', say('doctor.unread', { photos: failed }), say('doctor.seeReasons')))
  if (missing > 0)
    found.push(report('photos', 'hint', say('doctor.noFile', { photos: missing }), say('doctor.bringFiles')))
  if (offline > 0)
    found.push(report('photos', 'hint', say('doctor.offline', { photos: offline }), say('doctor.connect')))
  return [...found, ...examineMetadata(catalog)]
}

function examineMetadata({ files }: Pick<Catalog, 'files'>): Diagnosis[] {
  const { count, example } = files.metadataProblems()
  if (example === null) return []
  const { name, problem } = example
  return [
    report(
      'photos',
      'hint',
      say('doctor.metadataPartly', { photos: count, name, sentence: problem ?? foreign('') }),
      say('doctor.replaceFiles'),
    ),
  ]
}

type ModelDependencies = { models: Pick<ModelStore, 'list'>; engine: Pick<AnalysisEngine, 'info'> }

/** Whether the models are there and intact. */
async function examineModels({ models, engine }: ModelDependencies): Promise<Diagnosis[]> {
  const list = await models.list()
  const damaged = list.filter((model) => model.state === 'damaged')
  const installed = list.filter((model) => model.state === 'installed')
  const empty = engine.info().tasks.filter((task) => task.modelId === null)
  return [
    ...damaged.map(({ title }) =>
      report('models', 'problem', say('doctor.modelDamaged', { name: title }), say('doctor.installAgain')),
    ),
    ...empty.map(({ task, note }) =>
      report('models', 'hint', note ?? say('doctor.noModel', { task }), say('doctor.installModels')),
    ),
    report('models', 'good', say('doctor.modelsInstalled', { count: installed.length, total: list.length })),
  ]
}
