import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelTask } from '../../../contract/library/models.ts'
import type { CatalogModel, ModelCatalog } from './catalog.ts'

export type ModelFolders = { bundledDir: string; modelsDir: string }
export type PresentModel = { model: CatalogModel; file: string; priority: number }

/** Path of a model's file, whether or not it exists. */
export function pathOf(model: CatalogModel, { bundledDir, modelsDir }: ModelFolders): string {
  return join(model.set === 'bundled' ? bundledDir : modelsDir, model.file)
}

/** Whether a model's file is present and complete, by its size alone. */
export function presenceOf(model: CatalogModel, folders: ModelFolders): 'installed' | 'missing' | 'damaged' {
  const stats = statSync(pathOf(model, folders), { throwIfNoEntry: false })
  if (!stats?.isFile()) return 'missing'
  if (stats.size === 0) return 'damaged'
  return model.set === 'bundled' || stats.size === model.bytes ? 'installed' : 'damaged'
}

/** The installed models for each task, best first. A task without a model has no entry. */
export function modelsByTask(catalog: ModelCatalog, folders: ModelFolders): Map<ModelTask, PresentModel[]> {
  const byTask = new Map<ModelTask, PresentModel[]>()
  for (const model of catalog.models.filter((one) => presenceOf(one, folders) === 'installed')) {
    for (const [task, priority] of Object.entries(model.tasks) as [ModelTask, number][]) {
      byTask.set(task, [...(byTask.get(task) ?? []), { model, file: pathOf(model, folders), priority }])
    }
  }
  for (const present of byTask.values()) present.sort((a, b) => b.priority - a.priority)
  return byTask
}
