import { say } from '../../../contract/sentences/say.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import { statSync } from 'node:fs'
import { ModelSet, type ModelInfo } from '../../../contract/library/models.ts'
import {
  groupsOf,
  isDownloadable,
  type CatalogModel,
  type InstalledModel,
  type ModelCatalog,
} from '../registry/catalog.ts'
import { pathOf, presenceOf, type ModelFolders } from '../registry/installed.ts'

/** The state of each model beyond its file: arriving, failed, or found damaged by a check. */
export class InstallerState {
  readonly #catalog: ModelCatalog
  readonly #folders: ModelFolders
  readonly #problems = new Map<string, Text>()
  readonly #arriving = new Map<string, number>()
  readonly #damaged = new Set<string>()

  constructor(catalog: ModelCatalog, folders: ModelFolders) {
    this.#catalog = catalog
    this.#folders = folders
  }

  /** Every available model; one of each group of substitutes. */
  list(): ModelInfo[] {
    const bundled = this.#catalog.models.filter((model) => model.set === 'bundled')
    const groups = ModelSet.options.flatMap((set) => groupsOf(this.#catalog, set))
    return [...bundled, ...groups.map((group) => this.#shownOf(group))].map((model) => this.#describe(model))
  }

  isInstalled(model: CatalogModel): boolean {
    return this.#stateOf(model) === 'installed'
  }

  /** A download is running and has received this many bytes. */
  setArriving(model: InstalledModel, received: number): void {
    this.#arriving.set(model.id, Math.min(received, model.bytes))
  }

  /** A download has ended, successfully or not. */
  setArrived(model: InstalledModel): void {
    this.#arriving.delete(model.id)
  }

  setProblem(model: InstalledModel, problem: Text): void {
    this.#problems.set(model.id, problem)
  }

  setInstalled(model: InstalledModel): void {
    this.#problems.delete(model.id)
    this.#damaged.delete(model.id)
  }

  /** The file is gone, or the person no longer wants it. */
  setRemoved(model: InstalledModel): void {
    this.setInstalled(model)
    this.#arriving.delete(model.id)
  }

  setDamaged(model: CatalogModel, isDamaged: boolean): void {
    if (isDamaged) this.#damaged.add(model.id)
    else this.#damaged.delete(model.id)
  }

  #stateOf(model: CatalogModel): ModelInfo['state'] {
    if (this.#arriving.has(model.id)) return 'downloading'
    const presence = presenceOf(model, this.#folders)
    return presence === 'installed' && this.#damaged.has(model.id) ? 'damaged' : presence
  }

  /** The model that is arriving, the installed one, or the available one. */
  #shownOf(group: InstalledModel[]): InstalledModel {
    return (
      group.find((model) => this.#arriving.has(model.id)) ??
      group.find((model) => this.isInstalled(model)) ??
      group.find(isDownloadable) ??
      group[0]!
    )
  }

  #describe(model: CatalogModel): ModelInfo {
    const { id, title, set, licence, isMeasured = true } = model
    const state = this.#stateOf(model)
    return {
      id,
      title,
      tasks: Object.keys(model.tasks) as ModelInfo['tasks'],
      set,
      licence,
      isMeasured,
      bytes: bytesOf(model, this.#folders),
      state,
      received: this.#receivedOf(model),
      problem: this.#problems.get(id) ?? (state === 'damaged' ? damageOf(model) : null),
    }
  }

  #receivedOf(model: CatalogModel): number {
    const arriving = this.#arriving.get(model.id)
    if (arriving !== undefined) return arriving
    return this.isInstalled(model) ? bytesOf(model, this.#folders) : sizeOf(partOf(model, this.#folders))
  }
}

/** Path where a download is collected until it is complete. */
export const partOf = (model: CatalogModel, folders: ModelFolders) => `${pathOf(model, folders)}.part`

/** A sentence about a model's file that is wrong or missing. */
export const damageOf = ({ title, set }: CatalogModel, what: 'damaged' | 'missing' = 'damaged'): Text =>
  say('models.fileDamaged', { name: title, what, set })

/** Bytes of a file; 0 if there is none. */
export const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

function bytesOf(model: CatalogModel, folders: ModelFolders): number {
  return model.set === 'bundled' ? sizeOf(pathOf(model, folders)) : model.bytes
}
