import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { AnalysisEngine } from '../../../engines/engine.ts'
import type { LibraryBackups } from '../backup/library-backups.ts'
import { type Catalog, type Replayed, problemOf } from '../../catalog/catalog.ts'
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
    const message = `There is no backup of the catalogue in ${folder} yet.`
    return [
      { area: 'backups', level: 'hint', message, advice: 'One is made each day; "lumafold backup now" makes one.' },
    ]
  }
  const days = Math.floor((nowMs - Date.parse(newest.at)) / DAY_MS)
  const message = `The newest of ${list.length} backups is of ${inEnglish(describeBackup(newest))}.`
  if (days < OLD_DAYS || (await backups.isUpToDate())) return [{ area: 'backups', level: 'good', message, advice: '' }]
  const advice = `It is ${days} days old: make one with "lumafold backup now", and look whether ${folder} has room.`
  return [{ area: 'backups', level: 'problem', message, advice }]
}

/** Whether the catalogue is intact, and the edits journal beside it. */
function examineCatalogue({ catalog }: { catalog: Pick<Catalog, 'check' | 'edits' | 'health'> }): Diagnosis[] {
  return [...examineFaults(catalog), ...examineLost(catalog), ...examineEdits(catalog)]
}

function examineFaults(catalog: Pick<Catalog, 'check'>): Diagnosis[] {
  const faults = catalog.check()
  if (faults.length === 0) return [{ area: 'catalogue', level: 'good', message: 'The catalogue is whole.', advice: '' }]
  return faults.map(({ message, advice }) => ({ area: 'catalogue', level: 'problem', message, advice }))
}

function examineLost(catalog: Pick<Catalog, 'health'>): Diagnosis[] {
  const lost = catalog.health.lostPhotos()
  if (lost.length === 0) return []
  const named = lost.slice(0, 20).join(', ')
  const message = `${lost.length} photos cannot be shown, because their rows are damaged (ids ${named}).`
  const advice = 'Run "lumafold doctor --repair"; where that does not help, restore a backup.'
  return [{ area: 'catalogue', level: 'problem', message, advice }]
}

function examineEdits(catalog: Pick<Catalog, 'edits'>): Diagnosis[] {
  const problem = catalog.edits.problem()
  const message = `What was done last is not in the edits journal yet: ${problem}.`
  const advice = 'Free some space, or change the permissions of the library folder.'
  const behind: Diagnosis[] = problem === null ? [] : [{ area: 'catalogue', level: 'problem', message, advice }]
  if (catalog.edits.wasGone()) behind.push(journalGone)
  const replayed = catalog.edits.replayed()
  return replayed === null ? behind : [...behind, describeReplayed(replayed)]
}

const journalGone: Diagnosis = {
  area: 'catalogue',
  level: 'problem',
  message:
    'The edits journal was gone when the library was opened: until the next backup, a lost catalogue would take with it what was done since the last one.',
  advice: 'Make a backup now, and see what removed the folder "edits" of the library.',
}

/** A catalogue from a backup is older than the journal; any other one has lost data that its disk had confirmed. */
function describeReplayed({ edits, problems, isAfterRestore }: Replayed): Diagnosis {
  const why = isAfterRestore ? 'A backup was restored' : 'The catalogue was older than the edits journal'
  const message = `${why}: ${edits} newer edits were done again. ${problems.join(' ')}`.trim()
  if (!isAfterRestore)
    return { area: 'catalogue', level: 'hint', message, advice: 'Look whether the disk of the library is sound.' }
  if (problems.length === 0) return { area: 'catalogue', level: 'good', message, advice: '' }
  return { area: 'catalogue', level: 'hint', message, advice: 'Do again by hand what is named here.' }
}

/** Whether enough of the library's files is empty to be worth freeing, and how much. */
function examineEmpty({ catalog }: { catalog: Pick<Catalog, 'upkeep'> }): Diagnosis[] {
  const bytes = catalog.upkeep.emptyBytes()
  if (bytes === 0) return []
  const message = `${Math.round(bytes / 1e6)} MB of the library's files are empty.`
  const advice = 'They are given back bit by bit while the program runs; "lumafold doctor --repair" does it at once.'
  return [{ area: 'disk', level: 'hint', message, advice }]
}

/** Whether each watched folder can be read. */
async function examineFolders({ catalog }: { catalog: Pick<Catalog, 'folders'> }): Promise<Diagnosis[]> {
  const roots = catalog.folders.roots()
  if (roots.length === 0)
    return [{ area: 'folders', level: 'hint', message: 'No folder is watched.', advice: 'Add a folder of photos.' }]
  return Promise.all(
    roots.map(async (root): Promise<Diagnosis> => {
      const probe = await probeRoot(catalog.folders, root)
      if (probe.state !== 'present')
        return describeFolder(
          'problem',
          `${root.path} cannot be reached; its photos are kept.`,
          inEnglish(probe.problem),
        )
      const { access: _, ...others } = root.problems
      const problem = problemOf({ problems: others })
      if (problem !== null)
        return describeFolder('hint', `${root.path} can be read, but not all of it.`, inEnglish(problem))
      return describeFolder('good', `${root.path} can be read.`, '')
    }),
  )
}

const describeFolder = (level: Diagnosis['level'], message: string, advice: string): Diagnosis => ({
  area: 'folders',
  level,
  message,
  advice,
})

/** The number of photos, and what some of them lack. */
function examinePhotos({ catalog }: { catalog: Pick<Catalog, 'analysis' | 'files'> }): Diagnosis[] {
  const { total, pending, failed, missing, offline } = catalog.analysis.counts()
  const found: Diagnosis[] = [
    { area: 'photos', level: 'good', message: `${total} photos, ${pending} waiting for analysis.`, advice: '' },
  ]
  if (failed > 0)
    found.push({
      area: 'photos',
      level: 'hint',
      message: `${failed} photos could not be read.`,
      advice: 'Look at their reasons in the library; replace damaged files or analyse again.',
    })
  if (missing > 0)
    found.push({
      area: 'photos',
      level: 'hint',
      message: `${missing} photos have no file at present.`,
      advice: 'Put the files back, or say where they are now; what was done to the photos is kept.',
    })
  if (offline > 0)
    found.push({
      area: 'photos',
      level: 'hint',
      message: `${offline} photos lie in folders that are away.`,
      advice: 'Connect their drive, or say where the folder is now ("lumafold locate OLD NEW").',
    })
  return [...found, ...examineMetadata(catalog)]
}

function examineMetadata({ files }: Pick<Catalog, 'files'>): Diagnosis[] {
  const { count, example } = files.metadataProblems()
  if (example === null) return []
  return [
    {
      area: 'photos',
      level: 'hint',
      message: `The metadata of ${count} photos could not be read whole. ${example.name}: ${inEnglish(example.problem)}`,
      advice: 'The photos are in the library all the same; replace damaged files and sidecars.',
    },
  ]
}

type ModelDependencies = { models: Pick<ModelStore, 'list'>; engine: Pick<AnalysisEngine, 'info'> }

/** Whether the models are there and intact. */
async function examineModels({ models, engine }: ModelDependencies): Promise<Diagnosis[]> {
  const list = await models.list()
  const damaged = list.filter((model) => model.state === 'damaged')
  const empty = engine.info().tasks.filter((task) => task.modelId === null)
  return [
    ...damaged.map((model): Diagnosis => ({
      area: 'models',
      level: 'problem',
      message: `The model file of ${model.title} is damaged.`,
      advice: 'Install the models again.',
    })),
    ...empty.map((task): Diagnosis => ({
      area: 'models',
      level: 'hint',
      message: inEnglish(task.note) || `No model serves ${task.task}.`,
      advice: 'Install the standard models, in Settings or by "lumafold models install".',
    })),
    {
      area: 'models',
      level: 'good',
      message: `${list.filter((model) => model.state === 'installed').length} of ${list.length} known models are installed.`,
      advice: '',
    },
  ]
}
