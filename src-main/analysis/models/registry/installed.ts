import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelSlot } from '../../../contract/library/models.ts'
import type { CatalogModel, ModelCatalog } from './catalog.ts'

export type ModelFolders = { bundledDir: string; modelsDir: string }
export type PresentModel = { model: CatalogModel; file: string; priority: number }

/** Where a model's file is or would be. */
export function pathOf(model: CatalogModel, { bundledDir, modelsDir }: ModelFolders): string {
  return join(model.set === 'bundled' ? bundledDir : modelsDir, model.file)
}

/** Whether a model's file is there and whole, judged by its size alone. */
export function presenceOf(model: CatalogModel, folders: ModelFolders): 'installed' | 'missing' | 'damaged' {
  const stats = statSync(pathOf(model, folders), { throwIfNoEntry: false })
  if (!stats?.isFile()) return 'missing'
  if (stats.size === 0) return 'damaged'
  return model.set === 'bundled' || stats.size === model.bytes ? 'installed' : 'damaged'
}

/** The models present for each slot, best first. A slot that nothing serves has no entry. */
export function modelsBySlot(catalog: ModelCatalog, folders: ModelFolders): Map<ModelSlot, PresentModel[]> {
  const bySlot = new Map<ModelSlot, PresentModel[]>()
  for (const model of catalog.models.filter((one) => presenceOf(one, folders) === 'installed')) {
    for (const [slot, priority] of Object.entries(model.slots) as [ModelSlot, number][]) {
      bySlot.set(slot, [...(bySlot.get(slot) ?? []), { model, file: pathOf(model, folders), priority }])
    }
  }
  for (const present of bySlot.values()) present.sort((a, b) => b.priority - a.priority)
  return bySlot
}
