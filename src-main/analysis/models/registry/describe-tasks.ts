import { ModelTask, optionalTasks, type EngineInfo } from '../../../contract/library/models.ts'
import { groupsOf, readModelCatalog, type ModelCatalog } from './catalog.ts'
import { modelsByTask, presenceOf, type ModelFolders, type PresentModel } from './installed.ts'
import { foldersOf, idFor, type RegistryFolders } from './registry.ts'

/** What a task without any model costs the person. */
const withoutModel: Record<ModelTask, string> = {
  classifier: 'Tags name objects only: breeds, scenes and things beyond 80 kinds of objects need the standard models.',
  objects: 'No objects are recognised: the bundled models are missing. Run the set-up again.',
  faces: 'No faces are found: the bundled models are missing. Run the set-up again.',
  'face-identity': 'Faces have no age group: the bundled models are missing. Run the set-up again.',
  nsfw: 'Photos cannot be checked for nudity: the bundled models are missing. Run the set-up again.',
  saliency:
    'Crops and foreground colours follow objects and faces only: the standard models find the main subject too.',
  embedding: 'Similar photos by content cannot be found: the bundled models are missing. Run the set-up again.',
  people: '', // optional
  'text-image': '', // optional
}

/** What it costs that only the bundled model serves a task that the standard set would serve better. */
const withBundled: Partial<Record<ModelTask, string>> = {
  objects: 'Objects are found by the bundled model alone: with the standard models fewer are missed.',
  faces: 'Faces are found by the bundled model: the standard model finds smaller ones too.',
  embedding: 'Similar photos are found by a simpler description of the photo: the standard model tells more apart.',
}

/**
 * Which model serves each task now, with a sentence where a better one could be installed, or where nobody has measured
 * the one that is. Optional tasks without a model are left out.
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
): string {
  const serving = present.get(task)?.[0]
  if (!serving) return withoutModel[task]
  if (serving.model.isMeasured === false) return notMeasured(serving.model.title)
  const couldBeBetter = catalog.models.some((model) => model.set === 'standard' && task in model.tasks)
  return serving.model.set === 'bundled' && couldBeBetter ? (withBundled[task] ?? '') : ''
}

/** Titles are a name, a colon and what the model is for. */
const notMeasured = (title: string): string =>
  `${title.split(':')[0]} is in use and not yet measured: whether it finds more or less than was found before is not known.`

function isStandardSetComplete(catalog: ModelCatalog, folders: ModelFolders): boolean {
  return groupsOf(catalog, 'standard').every((group) =>
    group.some((model) => presenceOf(model, folders) === 'installed'),
  )
}
