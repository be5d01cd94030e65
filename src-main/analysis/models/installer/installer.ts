import { mkdir, rename, rm } from 'node:fs/promises'
import { AppError } from '../../../contract/errors.ts'
import type { ModelInfo } from '../../../contract/library/models.ts'
import { verifyBundled } from './verify-bundled.ts'
import {
  groupsOf,
  isDownloadable,
  type CatalogModel,
  type InstalledModel,
  type ModelCatalog,
} from '../registry/catalog.ts'
import { pathOf, presenceOf, type ModelFolders } from '../registry/installed.ts'
import { downloadFile } from './download-model.ts'
import { hashFile, toWriteError } from './model-files.ts'
import { installFromFolder, placeDerived, type FolderReport } from './install-from-folder.ts'
import { createInstallerState, damageOf, partOf, sizeOf, type InstallerState } from './installer-state.ts'
import { throttle } from './throttle.ts'

export type InstallOptions = {
  signal?: AbortSignal
  /** Called with every model's state, at most about four times a second and at the end. */
  onProgress?: (models: ModelInfo[]) => void
}
/** One model that could not be brought. */
type Failure = { title: string; message: string }

export type ModelProblem = { id: string; message: string }
export type ModelInstaller = {
  /**
   * Every model a person can have, with what became of it. Of models that stand in for each other, the one that is
   * there or can be had.
   */
  list(): ModelInfo[]
  /**
   * Downloads what is missing of a set. Goes on with the others when one fails, then rejects with what failed; aborting
   * keeps what arrived.
   */
  install(set: InstalledModel['set'], options?: InstallOptions): Promise<void>
  installFrom(dir: string): Promise<FolderReport>
  /** Path of a model's file; null where it is missing or damaged. */
  fileFor(id: string): string | null
  /** Reads every file and compares its hash; what is wrong is also marked as damaged from then on. */
  verify(): Promise<ModelProblem[]>
}
type Log = { info(message: string, details?: object): void; warn(message: string, details?: object): void }
type InstallerOptions = ModelFolders & {
  catalog: ModelCatalog
  log?: Log
  /** Limits of a download; for tests. */
  limits?: { stallMs?: number; waitMs?: number }
}
type Job = InstallerOptions & { state: InstallerState; signal?: AbortSignal; report: () => void }

const PROGRESS_MS = 250

/** Knows which models are there and brings those that are not. */
export function createModelInstaller(parts: InstallerOptions): ModelInstaller {
  const { catalog } = parts
  const state = createInstallerState(catalog, parts)
  return {
    list: state.list,
    fileFor(id) {
      const model = catalog.models.find((one) => one.id === id)
      return model && state.isInstalled(model) ? pathOf(model, parts) : null
    },
    install: (set, options = {}) => installSet(set, parts, state, options),
    async installFrom(dir) {
      const models = catalog.models.filter((model): model is InstalledModel => model.set !== 'bundled')
      const report = await installFromFolder(dir, {
        models,
        isInstalled: state.isInstalled,
        pathFor: (model) => pathOf(model, parts),
      })
      models.filter(({ id }) => report.installed.includes(id)).forEach(state.setInstalled)
      return report
    },
    verify: () => verifyAll(catalog, parts, state),
  }
}

async function installSet(
  set: InstalledModel['set'],
  parts: InstallerOptions,
  state: InstallerState,
  { signal, onProgress }: InstallOptions,
) {
  const progress = throttle(() => onProgress?.(state.list()), PROGRESS_MS)
  const failed: Failure[] = []
  try {
    for (const group of groupsOf(parts.catalog, set)) {
      if (group.some(state.isInstalled)) continue
      const problem = await bringOneOf(group, { ...parts, state, signal, report: progress.call })
      if (problem) failed.push(problem)
    }
  } finally {
    progress.stop()
    onProgress?.(state.list())
  }
  if (failed.length) throw new AppError('download-failed', writeFailures(failed))
}

/** A reason that all models share, such as a missing network, is said once. */
function writeFailures(failed: readonly Failure[]): string {
  const [first] = failed
  if (first && failed.every(({ message }) => message === first.message))
    return failed.length === 1 ? `${first.title}: ${first.message}` : first.message
  return failed.map(({ title, message }) => `${title}: ${message}`).join(' ')
}

/** Brings the first of a group that can be had; what went wrong, or null. */
async function bringOneOf(group: InstalledModel[], job: Job): Promise<Failure | null> {
  let problem: Failure | null = null
  for (const model of group.filter(isDownloadable)) {
    try {
      await bring(model, job)
      return null
    } catch (cause) {
      job.signal?.throwIfAborted()
      if (!(cause instanceof AppError)) throw cause
      job.state.setProblem(model, cause.message)
      job.log?.warn('A model could not be installed', { id: model.id, reason: cause.message })
      if (cause.code === 'target-not-writable') throw cause
      problem ??= { title: model.title, message: cause.message }
    } finally {
      job.state.setArrived(model)
    }
  }
  return problem ?? { title: group[0]?.title ?? 'A model', message: 'It has no address; install it from a folder.' }
}

async function bring(model: InstalledModel, job: Job) {
  const path = pathOf(model, job)
  const part = partOf(model, job)
  const download = model.sources.length || !model.derivedFrom ? model : model.derivedFrom
  const onBytes = (received: number) => {
    job.state.setArriving(model, received)
    job.report()
  }
  await mkdir(job.modelsDir, { recursive: true }).catch((cause: unknown) => Promise.reject(toWriteError(cause, path)))
  onBytes(sizeOf(part))
  await downloadFile(download, part, { signal: job.signal, onBytes, ...job.limits })
  if (download === model) await rename(part, path)
  else {
    await placeDerived(model, part, path)
    await rm(part, { force: true })
  }
  job.state.setInstalled(model)
  job.log?.info('A model was installed', { id: model.id })
}

async function verifyAll(catalog: ModelCatalog, folders: ModelFolders, state: InstallerState): Promise<ModelProblem[]> {
  const found: ModelProblem[] = []
  for (const model of catalog.models) {
    const presence = presenceOf(model, folders)
    if (presence === 'missing' && model.set !== 'bundled') continue
    const isWhole = presence === 'installed' && (await isExpected(model, pathOf(model, folders)))
    state.setDamaged(model, !isWhole)
    if (!isWhole) found.push({ id: model.id, message: damageOf(model, presence === 'missing' ? 'missing' : 'damaged') })
  }
  return found
}

const isExpected = async (model: CatalogModel, file: string) =>
  model.set === 'bundled' ? verifyBundled(file) : (await hashFile(file)) === model.sha256
