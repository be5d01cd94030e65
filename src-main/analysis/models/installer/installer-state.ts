import { statSync } from 'node:fs'
import type { ModelInfo } from '../../../contract/library/models.ts'
import {
  groupsOf,
  isDownloadable,
  type CatalogModel,
  type InstalledModel,
  type ModelCatalog,
} from '../registry/catalog.ts'
import { pathOf, presenceOf, type ModelFolders } from '../registry/installed.ts'

export type InstallerState = ReturnType<typeof createInstallerState>

/** What is known of each model beyond its file: what is arriving, what failed, and what a check found damaged. */
export function createInstallerState(catalog: ModelCatalog, folders: ModelFolders) {
  const problems = new Map<string, string>()
  const arriving = new Map<string, number>()
  const damaged = new Set<string>()

  const stateOf = (model: CatalogModel): ModelInfo['state'] => {
    if (arriving.has(model.id)) return 'downloading'
    const presence = presenceOf(model, folders)
    return presence === 'installed' && damaged.has(model.id) ? 'damaged' : presence
  }
  const isInstalled = (model: CatalogModel) => stateOf(model) === 'installed'
  const receivedOf = (model: CatalogModel) => {
    const present = isInstalled(model) ? bytesOf(model, folders) : sizeOf(partOf(model, folders))
    return arriving.get(model.id) ?? present
  }
  const describe = (model: CatalogModel): ModelInfo => {
    const { id, title, set, licence } = model
    const state = stateOf(model)
    const problem = problems.get(id) ?? (state === 'damaged' ? damageOf(model) : '')
    return {
      id,
      title,
      slots: Object.keys(model.tasks) as ModelInfo['slots'],
      set,
      licence,
      bytes: bytesOf(model, folders),
      state,
      received: receivedOf(model),
      problem,
    }
  }
  /** Of models that stand in for each other: the one under way, the one that is there, or the one that can be had. */
  const shownOf = (group: InstalledModel[]) =>
    group.find((model) => arriving.has(model.id)) ??
    group.find(isInstalled) ??
    group.find(isDownloadable) ??
    (group[0] as InstalledModel)

  return {
    isInstalled,
    list(): ModelInfo[] {
      const chosen = (['standard', 'larger'] as const).flatMap((set) => groupsOf(catalog, set).map(shownOf))
      return [...catalog.models.filter((model) => model.set === 'bundled'), ...chosen].map(describe)
    },
    setArriving: (model: InstalledModel, received: number) =>
      void arriving.set(model.id, Math.min(received, model.bytes)),
    setArrived: (model: InstalledModel) => void arriving.delete(model.id),
    setProblem: (model: InstalledModel, problem: string) => void problems.set(model.id, problem),
    setInstalled(model: InstalledModel) {
      problems.delete(model.id)
      damaged.delete(model.id)
    },
    setDamaged: (model: CatalogModel, isDamaged: boolean) =>
      void (isDamaged ? damaged.add(model.id) : damaged.delete(model.id)),
  }
}

/** Where a download is gathered until it is whole. */
export const partOf = (model: CatalogModel, folders: ModelFolders) => `${pathOf(model, folders)}.part`

/** A sentence about a file that is there but wrong, or that should be there. */
export function damageOf(model: CatalogModel, what = 'damaged'): string {
  return `The file of ${model.title} is ${what}. ${model.set === 'bundled' ? 'Run the set-up again.' : 'Install the models again.'}`
}

export const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

function bytesOf(model: CatalogModel, folders: ModelFolders): number {
  return model.set === 'bundled' ? sizeOf(pathOf(model, folders)) : model.bytes
}
