import { statSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { AppError } from '../../../contract/errors.ts'
import type { ModelInfo } from '../../../contract/library/models.ts'
import { groupsOf, isDownloadable, type CatalogModel, type InstalledModel, type ModelCatalog } from './catalog.ts'
import { verifyBundled } from './bundled.ts'
import { pathOf, presenceOf, type ModelFolders } from './installed.ts'
import { downloadFile } from './installer-download.ts'
import { hashFile, toWriteError } from './installer-files.ts'
import { installFromFolder, placeDerived, type FolderReport } from './installer-folder.ts'
import { throttle } from './installer-throttle.ts'

export type InstallOptions = {
  signal?: AbortSignal
  /** Called with every model's state, at most about four times a second and at the end. */
  onProgress?: (models: ModelInfo[]) => void
}
export type ModelProblem = { id: string; message: string }
export type ModelInstaller = {
  /** Every model a person can have, with what became of it. Of models that stand in for each other, the one that is there or can be had. */
  list(): ModelInfo[]
  /** Downloads what is missing of a set. Goes on with the others when one fails, then rejects with what failed; aborting keeps what arrived. */
  install(set: InstalledModel['set'], options?: InstallOptions): Promise<void>
  installFrom(dir: string): Promise<FolderReport>
  /** Path of a model's file; null where it is missing or damaged. */
  fileFor(id: string): string | null
  /** Reads every file and compares its hash; what is wrong is also marked as damaged from then on. */
  verify(): Promise<ModelProblem[]>
}
type InstallerParts = ModelFolders & {
  catalog: ModelCatalog
  log?: { info(message: string, details?: object): void; warn(message: string, details?: object): void }
  /** Limits of a download; for tests. */
  limits?: { stallMs?: number; waitMs?: number }
}

const PROGRESS_MS = 250

/** Knows which models are there and brings those that are not. */
export function createModelInstaller({ catalog, log, limits, ...folders }: InstallerParts): ModelInstaller {
  const problems = new Map<string, string>()
  const arriving = new Map<string, number>()
  const damaged = new Set<string>()
  const stateOf = (model: CatalogModel): ModelInfo['state'] => {
    if (arriving.has(model.id)) return 'downloading'
    const presence = presenceOf(model, folders)
    return presence === 'installed' && damaged.has(model.id) ? 'damaged' : presence
  }
  const isInstalled = (model: CatalogModel) => stateOf(model) === 'installed'
  const setInstalled = (model: CatalogModel) => {
    problems.delete(model.id)
    damaged.delete(model.id)
  }
  const describe = (model: CatalogModel): ModelInfo => {
    const { id, title, set, licence } = model
    const state = stateOf(model)
    const problem = problems.get(id) ?? (state === 'damaged' ? `The file of ${title} is damaged. ${mend(model)}` : '')
    return { id, title, slots: Object.keys(model.slots) as ModelInfo['slots'], set, licence, bytes: bytesOf(model, folders), state, received: receivedOf(model), problem }
  }
  const receivedOf = (model: CatalogModel) => {
    if (arriving.has(model.id)) return arriving.get(model.id) ?? 0
    return isInstalled(model) ? bytesOf(model, folders) : partSize(model)
  }
  const partSize = (model: CatalogModel) => statSync(partOf(model), { throwIfNoEntry: false })?.size ?? 0
  const partOf = (model: CatalogModel) => `${pathOf(model, folders)}.part`

  const list = () => {
    const chosen = (['standard', 'larger'] as const).flatMap((set) => groupsOf(catalog, set).map(shownOf))
    return [...catalog.models.filter((model) => model.set === 'bundled'), ...chosen].map(describe)
  }
  const shownOf = (group: InstalledModel[]) => group.find((model) => arriving.has(model.id)) ?? group.find(isInstalled) ?? group.find(isDownloadable) ?? (group[0] as InstalledModel)

  const bring = async (model: InstalledModel, options: InstallOptions, report: () => void) => {
    const path = pathOf(model, folders)
    const download = model.sources.length || !model.derivedFrom ? model : model.derivedFrom
    await mkdir(folders.modelsDir, { recursive: true }).catch((cause: unknown) => Promise.reject(toWriteError(cause, path)))
    const onBytes = (received: number) => {
      arriving.set(model.id, Math.min(received, model.bytes))
      report()
    }
    onBytes(partSize(model))
    await downloadFile(download, partOf(model), { signal: options.signal, onBytes, ...limits })
    if (download === model) await rename(partOf(model), path)
    else {
      await placeDerived(model, partOf(model), path)
      await rm(partOf(model), { force: true })
    }
    setInstalled(model)
    log?.info('A model was installed', { id: model.id })
  }

  /** Brings the first of a group that can be had; the sentence of what went wrong, or null. */
  const bringOneOf = async (group: InstalledModel[], options: InstallOptions, report: () => void): Promise<string | null> => {
    let problem: string | null = null
    for (const model of group.filter(isDownloadable)) {
      try {
        await bring(model, options, report)
        return null
      } catch (cause) {
        options.signal?.throwIfAborted()
        if (!(cause instanceof AppError)) throw cause
        problems.set(model.id, cause.message)
        log?.warn('A model could not be installed', { id: model.id, reason: cause.message })
        problem ??= `${model.title}: ${cause.message}`
        if (cause.code === 'target-not-writable') throw cause
      } finally {
        arriving.delete(model.id)
      }
    }
    return problem ?? `${group[0]?.title ?? 'A model'} has no address; install it from a folder.`
  }

  const install: ModelInstaller['install'] = async (set, options = {}) => {
    const report = throttle(() => options.onProgress?.(list()), PROGRESS_MS)
    const failed: string[] = []
    try {
      for (const group of groupsOf(catalog, set)) {
        if (group.some(isInstalled)) continue
        const problem = await bringOneOf(group, options, report.call)
        if (problem) failed.push(problem)
      }
    } finally {
      report.stop()
      options.onProgress?.(list())
    }
    if (failed.length) throw new AppError('download-failed', failed.join(' '))
  }

  const installFrom: ModelInstaller['installFrom'] = async (dir) => {
    const models = catalog.models.filter((model): model is InstalledModel => model.set !== 'bundled')
    const report = await installFromFolder(dir, { models, isInstalled, pathFor: (model) => pathOf(model, folders) })
    for (const model of models.filter(({ id }) => report.installed.includes(id))) setInstalled(model)
    return report
  }

  const verify: ModelInstaller['verify'] = async () => {
    const found: ModelProblem[] = []
    for (const model of catalog.models) {
      const presence = presenceOf(model, folders)
      if (presence === 'missing' && model.set !== 'bundled') continue
      const file = pathOf(model, folders)
      const isWhole = presence === 'installed' && (model.set === 'bundled' ? await verifyBundled(file) : (await hashFile(file)) === model.sha256)
      if (isWhole) damaged.delete(model.id)
      else {
        damaged.add(model.id)
        found.push({ id: model.id, message: `The file of ${model.title} is ${presence === 'missing' ? 'missing' : 'damaged'}. ${mend(model)}` })
      }
    }
    return found
  }

  const fileFor: ModelInstaller['fileFor'] = (id) => {
    const model = catalog.models.find((one) => one.id === id)
    return model && isInstalled(model) ? pathOf(model, folders) : null
  }
  return { list, install, installFrom, fileFor, verify }
}

const mend = (model: CatalogModel) => (model.set === 'bundled' ? 'Run the set-up again.' : 'Install the models again.')

function bytesOf(model: CatalogModel, folders: ModelFolders): number {
  return model.set === 'bundled' ? (statSync(pathOf(model, folders), { throwIfNoEntry: false })?.size ?? 0) : model.bytes
}
