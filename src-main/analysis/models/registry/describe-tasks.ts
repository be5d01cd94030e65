import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { ModelTask, optionalTasks, type EngineInfo } from '../../../contract/library/models.ts'
import { groupsOf, readModelCatalog, type ModelCatalog } from './catalog.ts'
import { modelsByTask, presenceOf, type ModelFolders, type PresentModel } from './installed.ts'
import { foldersOf, idFor, type RegistryFolders } from './registry.ts'

/** What the person misses without any model for a task. */
const withoutModel: Record<ModelTask, Text | null> = {
  classifier: say('models.tagsOfObjects'),
  objects: say('models.noObjects'),
  faces: say('models.noFaces'),
  'face-identity': say('models.noAges'),
  'face-mesh': null, // optional
  iris: null, // optional
  nsfw: say('models.noNudity'),
  saliency: say('models.noSubjects'),
  embedding: say('models.nothingSimilar'),
  people: null, // optional
  'text-image': null, // optional
  'text-detection': null, // optional
  'text-direction': null, // optional
  'text-recognition': null, // optional
}

/** What the person misses if only the bundled model serves a task and the standard set would be better. */
const withBundled: Partial<Record<ModelTask, Text>> = {
  objects: say('models.simpleObjects'),
  faces: say('models.simpleFaces'),
  embedding: say('models.simpleSimilar'),
}

/**
 * The current model for each task, with a sentence if a better one could be installed, or if it was never measured.
 * Optional tasks without a model are left out.
 */
export function describeTasks(folders: RegistryFolders): EngineInfo {
  const catalog = readModelCatalog(folders.resourcesDir)
  const places = foldersOf(folders)
  const present = modelsByTask(catalog, places)
  const shown = ModelTask.options.filter((task) => !optionalTasks.has(task) || present.has(task))
  const tasks = shown.map((task) => ({
    task,
    modelId: idFor(task, present),
    note: noteFor(task, catalog, present),
  }))
  return { name: 'Local engine', tasks, isComplete: isStandardSetComplete(catalog, places) }
}

function noteFor(
  task: ModelTask,
  catalog: ModelCatalog,
  present: ReadonlyMap<ModelTask, readonly PresentModel[]>,
): Text | null {
  const serving = present.get(task)?.[0]
  if (!serving) return withoutModel[task]
  if (serving.model.isMeasured === false) return notMeasured(serving.model.title)
  const couldBeBetter = catalog.models.some((model) => model.set === 'standard' && task in model.tasks)
  return serving.model.set === 'bundled' && couldBeBetter ? (withBundled[task] ?? null) : null
}

/** Titles are a name, a colon and the model's purpose. */
const notMeasured = (title: string): Text => say('models.notMeasured', { name: title.split(':')[0]! })

function isStandardSetComplete(catalog: ModelCatalog, folders: ModelFolders): boolean {
  return groupsOf(catalog, 'standard').every((group) =>
    group.some((model) => presenceOf(model, folders) === 'installed'),
  )
}
