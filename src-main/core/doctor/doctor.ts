import { access, constants, statfs } from 'node:fs/promises'
import type { AnalysisEngine } from '../../engines/engine.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { problemOf } from '../catalog/catalog.ts'
import { probeRoot } from '../ingest/probe-root.ts'
import type { ModelStore } from '../models/model-store.ts'

/**
 * Something looked at: `problem` stops part of the program from working, `hint` could be better. `advice` says what to
 * do; empty where all is well.
 */
export type Diagnosis = {
  area: 'catalogue' | 'folders' | 'photos' | 'models' | 'disk'
  level: 'good' | 'hint' | 'problem'
  message: string
  advice: string
}

export type DoctorDependencies = {
  catalog: Pick<Catalog, 'check' | 'edits' | 'folders' | 'analysis'>
  models: Pick<ModelStore, 'list'>
  engine: Pick<AnalysisEngine, 'info'>
  libraryDir: string
}

/** Less free space than this does not last for a day's import. */
const MIN_FREE_BYTES = 500 * 1024 ** 2

/** Examines an open library and says what to do about what is not well. */
export async function examineLibrary(dependencies: DoctorDependencies): Promise<Diagnosis[]> {
  return [
    ...examineCatalogue(dependencies),
    ...(await examineFolders(dependencies)),
    ...examinePhotos(dependencies),
    ...(await examineModels(dependencies)),
    ...(await examineDisk(dependencies)),
  ]
}

function examineCatalogue({ catalog }: DoctorDependencies): Diagnosis[] {
  const faults = catalog.check()
  if (faults.length === 0) return [{ area: 'catalogue', level: 'good', message: 'The catalogue is whole.', advice: '' }]
  return faults.map((message) => ({
    area: 'catalogue',
    level: 'problem',
    message,
    advice: 'Close the program, keep a copy of the library folder, and restore it from a backup.',
  }))
}

async function examineFolders({ catalog }: DoctorDependencies): Promise<Diagnosis[]> {
  const roots = catalog.folders.roots()
  if (roots.length === 0)
    return [{ area: 'folders', level: 'hint', message: 'No folder is watched.', advice: 'Add a folder of photos.' }]
  return Promise.all(
    roots.map(async (root): Promise<Diagnosis> => {
      const probe = await probeRoot(catalog.folders, root)
      if (probe.state !== 'present')
        return describeFolder('problem', `${root.path} cannot be reached; its photos are kept.`, probe.problem)
      const problem = problemOf({ problems: { ...root.problems, access: '' } })
      if (problem !== '') return describeFolder('hint', `${root.path} can be read, but not all of it.`, problem)
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

function examinePhotos({ catalog }: DoctorDependencies): Diagnosis[] {
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
  return found
}

async function examineModels({ models, engine }: DoctorDependencies): Promise<Diagnosis[]> {
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
      message: task.note || `No model serves ${task.task}.`,
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

async function examineDisk({ libraryDir }: DoctorDependencies): Promise<Diagnosis[]> {
  return [...(await examinePermissions(libraryDir)), await examineSpace(libraryDir)]
}

async function examinePermissions(folder: string): Promise<Diagnosis[]> {
  const mayWrite = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (mayWrite) return []
  const advice = 'Change the permissions of the folder.'
  return [{ area: 'disk', level: 'problem', message: `${folder} cannot be written to.`, advice }]
}

async function examineSpace(folder: string): Promise<Diagnosis> {
  const { bavail, bsize } = await statfs(folder)
  const free = Number(bavail) * Number(bsize)
  const message = `${(free / 1e9).toFixed(1)} GB are free for ${folder}.`
  return free < MIN_FREE_BYTES
    ? { area: 'disk', level: 'problem', message, advice: 'Free some space: thumbnails and previews need it.' }
    : { area: 'disk', level: 'good', message, advice: '' }
}
