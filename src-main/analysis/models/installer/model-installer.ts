import type { Text } from '../../../contract/sentences/text.ts'
import { rm, readFile } from 'node:fs/promises'
import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import type { ModelInfo } from '../../../contract/library/models.ts'
import { groupsOf, type CatalogModel, type InstalledModel, type ModelCatalog } from '../registry/catalog.ts'
import { pathOf, presenceOf, type ModelFolders } from '../registry/installed.ts'
import { installOneOf, writeFailures, type Failure, type InstallerLog } from './install-one-of.ts'
import { installFromFolder, type FolderReport } from './install-from-folder.ts'
import { damageOf, InstallerState, partOf } from './installer-state.ts'
import { toWriteError } from './model-files.ts'
import { nowAndThen } from './now-and-then.ts'
import { hashFile } from '../../../base/files/hash.ts'

export type InstallOptions = {
  /** Only this model of the set. */
  id?: string
  signal?: AbortSignal
  /** Called with every model's state, at most about four times a second and at the end. */
  onProgress?: (models: ModelInfo[]) => void
}
export type ModelProblem = { id: string; message: Text }
export type InstallerOptions = ModelFolders & {
  catalog: ModelCatalog
  log?: InstallerLog
  /** Limits of a download; for tests. */
  limits?: { stallMs?: number; waitMs?: number }
}

const PROGRESS_MS = 250

/** Knows which models are installed, and installs the others. */
export class ModelInstaller {
  readonly #options: InstallerOptions
  readonly #state: InstallerState

  constructor(options: InstallerOptions) {
    this.#options = options
    this.#state = new InstallerState(options.catalog, options)
  }

  /** Every available model and its state; of substitutes, the installed or the available one. */
  list(): ModelInfo[] {
    return this.#state.list()
  }

  /**
   * Downloads what is missing of a set, or one model of it. If one fails, it continues with the others and then rejects
   * with the failures; aborting keeps what has arrived.
   */
  async install(set: InstalledModel['set'], { id, signal, onProgress }: InstallOptions = {}): Promise<void> {
    const report = nowAndThen(PROGRESS_MS, () => onProgress?.(this.list()))
    const failed: Failure[] = []
    const job = { ...this.#options, state: this.#state, signal, report }
    try {
      for (const group of groupsOf(this.#options.catalog, set)) {
        if (id !== undefined && !group.some((model) => model.id === id)) continue
        if (group.some((model) => this.#state.isInstalled(model))) continue
        const problem = await installOneOf(group, job)
        if (problem) failed.push(problem)
      }
    } finally {
      onProgress?.(this.list())
    }
    if (failed.length) throw new AppError('download-failed', writeFailures(failed))
  }

  /** Deletes a model of the larger set, and its partial download; throws `model-not-found` for any other. */
  async remove(id: string): Promise<void> {
    const model = this.#options.catalog.models.find((one) => one.id === id)
    if (model?.set !== 'larger') throw new AppError('model-not-found', say('models.onlyLarger'))
    for (const file of [pathOf(model, this.#options), partOf(model, this.#options)])
      await rm(file, { force: true }).catch((cause: unknown) => Promise.reject(toWriteError(cause, file)))
    this.#state.setRemoved(model)
  }

  /** Copies the known models among a folder's files. */
  async installFrom(dir: string): Promise<FolderReport> {
    const models = this.#options.catalog.models.filter((model): model is InstalledModel => model.set !== 'bundled')
    const report = await installFromFolder(dir, {
      models,
      isInstalled: (model) => this.#state.isInstalled(model),
      pathFor: (model) => pathOf(model, this.#options),
    })
    for (const model of models) if (report.installed.includes(model.id)) this.#state.setInstalled(model)
    return report
  }

  /** Path of a model's file; null if it is missing or damaged. */
  fileFor(id: string): string | null {
    const model = this.#options.catalog.models.find((one) => one.id === id)
    return model && this.#state.isInstalled(model) ? pathOf(model, this.#options) : null
  }

  /** Reads every file and compares its hash; wrong files also count as damaged from then on. */
  async verify(): Promise<ModelProblem[]> {
    const found: ModelProblem[] = []
    for (const model of this.#options.catalog.models) {
      const presence = presenceOf(model, this.#options)
      if (presence === 'missing' && model.set !== 'bundled') continue
      const isWhole = presence === 'installed' && (await isExpected(model, pathOf(model, this.#options)))
      this.#state.setDamaged(model, !isWhole)
      const what = presence === 'missing' ? 'missing' : 'damaged'
      if (!isWhole) found.push({ id: model.id, message: damageOf(model, what) })
    }
    return found
  }
}

const isExpected = async (model: CatalogModel, file: string) =>
  model.set === 'bundled' ? verifyBundled(file) : (await hashFile(file)) === model.sha256

/**
 * True if a bundled model's file is the one that the build wrote: its hash is the second word of the `.stamp` beside
 * it.
 */
async function verifyBundled(file: string): Promise<boolean> {
  const stamp = await readFile(file.replace(/\.onnx$/, '.stamp'), 'utf8').catch(() => '')
  return stamp !== '' && stamp.trim().split(' ')[1] === (await hashFile(file))
}
