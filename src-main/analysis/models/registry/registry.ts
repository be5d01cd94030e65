import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelTask } from '../../../contract/library/models.ts'
import { openVocabulary, type Vocabulary } from '../../vocabulary/vocabulary.ts'
import { pairDetectors } from '../adapters/pair-detectors.ts'
import { dropLastStage } from '../runtime/drop-last-stage.ts'
import { quantiseModel, readQuantRanges } from '../runtime/quantise-model.ts'
import type { ModelSession, PrepareModel } from '../runtime/open-session.ts'
import { unfoldFocus } from '../runtime/unfold-focus.ts'
import type { Classifier, Models, ObjectDetector, TaskAdapters } from '../runtime/tasks.ts'
import { readModelCatalog, type CatalogModel } from './catalog.ts'
import type { OpenPair } from '../pair/open-pair.ts'
import { modelsByTask, presenceOf, type PresentModel } from './installed.ts'
import { PAIR_FOLDER, readPair, type InstalledPair } from '../pair/pair-manifest.ts'
import { createBlazeface } from '../adapters/blazeface.ts'
import { createCenternet } from '../adapters/centernet.ts'
import { createEfficientnet } from '../adapters/efficientnet.ts'
import { createFaceMesh } from '../adapters/face-mesh.ts'
import { createFaceres } from '../adapters/faceres.ts'
import { createIris } from '../adapters/iris.ts'
import { lookCloser } from '../adapters/look-closer.ts'
import { createMobilenet } from '../adapters/mobilenet.ts'
import { createNsfw } from '../adapters/nsfw.ts'
import { createTextDetector, createTextDirection, createTextReader } from '../adapters/ppocr.ts'
import { createPphumanseg } from '../adapters/pphumanseg.ts'
import { createU2netp } from '../adapters/u2netp.ts'
import { createYolox, yoloxSides } from '../adapters/yolox.ts'
import { createYunet } from '../adapters/yunet.ts'

/** Folders of model files and of bundled data. */
export type RegistryFolders = { resourcesDir: string; modelsDir: string }

/**
 * The best installed model for each task. Installed models are listed once, now. Files are opened on first use, each
 * once, however many tasks it serves. If CenterNet and YOLOX are both installed, they serve `objects` together. Every
 * detector of objects looks at small animals twice.
 */
export function openModels(folders: RegistryFolders): Models {
  return new InstalledModels(folders)
}

type Opened = { session: ModelSession; adapters: Partial<TaskAdapters> }

class InstalledModels implements Models {
  readonly #resourcesDir: string
  readonly #present: ReadonlyMap<ModelTask, readonly PresentModel[]>
  readonly #opened = new Map<string, Promise<Opened>>()
  #labels: Classifier['labels'] | undefined
  #objects: Promise<ObjectDetector | null> | undefined
  readonly #textImage: InstalledPair | null
  #openTextImage: Promise<OpenPair> | undefined

  constructor(folders: RegistryFolders) {
    this.#resourcesDir = folders.resourcesDir
    this.#present = modelsByTask(readModelCatalog(folders.resourcesDir), foldersOf(folders))
    this.#textImage = readPair(join(folders.modelsDir, PAIR_FOLDER))
  }

  async get<T extends ModelTask>(task: T, modelId?: string): Promise<TaskAdapters[T] | null> {
    if (task === 'text-image') return (await this.#getTextImage()) as TaskAdapters[T] | null
    const present = this.#present.get(task)
    const entries = modelId === undefined ? present : present?.filter(({ model }) => model.id === modelId)
    if (task === 'objects' && modelId === undefined)
      return (await (this.#objects ??= this.#openObjects(entries))) as TaskAdapters[T] | null
    const best = entries?.[0]
    return best ? ((await this.#open(best)).adapters[task] ?? null) : null
  }

  idFor(task: ModelTask): string | null {
    return task === 'text-image' ? (this.#textImage?.id ?? null) : idFor(task, this.#present)
  }

  async close(): Promise<void> {
    const models = await Promise.allSettled(this.#opened.values())
    this.#opened.clear()
    for (const model of models) if (model.status === 'fulfilled') await model.value.session.close()
    await (await this.#openTextImage)?.close()
  }

  #getTextImage(): Promise<OpenPair> | null {
    if (this.#textImage === null) return null
    return (this.#openTextImage ??= openTextImage(this.#textImage))
  }

  #open(entry: PresentModel): Promise<Opened> {
    this.#labels ??= imageNetLabels(openVocabulary(this.#resourcesDir))
    const known = this.#opened.get(entry.model.id) ?? openModel(entry, this.#labels, this.#resourcesDir)
    this.#opened.set(entry.model.id, known)
    return known
  }

  async #openObjects(entries: readonly PresentModel[] | undefined): Promise<ObjectDetector | null> {
    const open = async (entry: PresentModel) => (await this.#open(entry)).adapters.objects!
    const partners = findPair(entries)
    if (partners) return lookCloser(pairDetectors(await open(partners.wide), await open(partners.close)))
    return entries?.[0] ? lookCloser(await open(entries[0])) : null
  }
}

/** The folders that may contain models. */
export function foldersOf({ resourcesDir, modelsDir }: RegistryFolders) {
  return { bundledDir: join(resourcesDir, 'models', 'bundled'), modelsDir }
}

/** The id of the model, or of the pair of models, that serves a task; null if none does. */
export function idFor(task: ModelTask, present: ReadonlyMap<ModelTask, readonly PresentModel[]>): string | null {
  const entries = present.get(task)
  const partners = task === 'objects' ? findPair(entries) : null
  if (partners) return `${partners.wide.model.id}+${partners.close.model.id}`
  return entries?.[0]?.model.id ?? null
}

/** Ids of the installed models that serve a task, best first. */
export function installedFor(task: ModelTask, folders: RegistryFolders): string[] {
  const present = modelsByTask(readModelCatalog(folders.resourcesDir), foldersOf(folders))
  return (present.get(task) ?? []).map(({ model }) => model.id)
}

/** Ids of all installed models except the text-image pair, in the order of the catalogue. */
export function installedModels(folders: RegistryFolders): string[] {
  const places = foldersOf(folders)
  const { models } = readModelCatalog(folders.resourcesDir)
  return models.filter((model) => presenceOf(model, places) === 'installed').map(({ id }) => id)
}

type Partners = { wide: PresentModel; close: PresentModel }

/** Only if nothing better than YOLOX is installed: a larger detector works alone. */
function findPair(entries: readonly PresentModel[] | undefined): Partners | null {
  const close = entries?.[0]?.model.adapter === 'yolox' ? entries[0] : undefined
  const wide = entries?.find(({ model }) => model.adapter === 'centernet')
  return close && wide ? { wide, close } : null
}

async function openModel(
  { model, file }: PresentModel,
  labels: Classifier['labels'],
  resourcesDir: string,
): Promise<Opened> {
  // imported late, so that a process that only reads ids never loads the runtime
  const { openSession } = await import('../runtime/open-session.ts')
  const session = await openSession(file, {
    prepare: preparationOf(model, resourcesDir),
    sumsFit: model.set === 'bundled',
    keepsMemory: model.keepsMemory,
  })
  return {
    session,
    adapters: createAdapters(model, session, { labels, characters: charactersOf(model, resourcesDir) }),
  }
}

/** Imported late, like the runtime itself. */
async function openTextImage(pair: InstalledPair): Promise<OpenPair> {
  return (await import('../pair/open-pair.ts')).openPair(pair)
}

/** Removes layers of a model and quantises it, as the catalogue says; most models are opened unchanged. */
function preparationOf(
  { ranges, isUnfolded, isShortened }: CatalogModel,
  resourcesDir: string,
): PrepareModel | undefined {
  const changes: PrepareModel[] = []
  if (isUnfolded) changes.push(unfoldFocus)
  if (isShortened) changes.push(dropLastStage)
  if (ranges !== undefined)
    changes.push((model) => quantiseModel(model, readQuantRanges(join(resourcesDir, 'models', ranges))))
  return changes.length === 0 ? undefined : (model) => changes.reduce((changed, change) => change(changed), model)
}

/** What outputs of models mean: the classes of a classifier, the characters of a reader. */
type Meanings = { labels: Classifier['labels']; characters: readonly string[] }
type Create = (session: ModelSession, modelId: string, meanings: Meanings) => Partial<TaskAdapters>

/** The adapter of each kind of model file, by its name in the catalogue. */
const adapters: Record<CatalogModel['adapter'], Create> = {
  centernet: createCenternet,
  blazeface: createBlazeface,
  faceres: createFaceres,
  'face-mesh': createFaceMesh,
  iris: createIris,
  nsfw: createNsfw,
  mobilenet: (session, modelId, { labels }) => createMobilenet(session, modelId, labels),
  yunet: (session, modelId) => createYunet(session, modelId),
  'yunet-square': (session, modelId) => createYunet(session, modelId, { isSquare: true }),
  yolox: (session, modelId) => createYolox(session, modelId, yoloxSides.nano),
  'yolox-640': (session, modelId) => createYolox(session, modelId, yoloxSides.small),
  u2netp: createU2netp,
  efficientnet: (session, modelId, { labels }) => createEfficientnet(session, modelId, labels),
  pphumanseg: createPphumanseg,
  'ppocr-detection': createTextDetector,
  'ppocr-direction': createTextDirection,
  'ppocr-recognition': (session, modelId, { characters }) => createTextReader(session, modelId, characters),
}

/** The adapters of an opened model, by their task. */
function createAdapters(model: CatalogModel, session: ModelSession, meanings: Meanings): Partial<TaskAdapters> {
  return adapters[model.adapter](session, model.id, meanings)
}

/** The characters by their class, the space last; none of a model that reads none. */
function charactersOf({ characters }: CatalogModel, resourcesDir: string): string[] {
  if (characters === undefined) return []
  const text = readFileSync(join(resourcesDir, 'models', characters), 'utf8')
  return [...text.replace(/\n$/, '').split('\n'), ' ']
}

/** Names and synsets of the 1000 ImageNet classes in the order of a classifier's output. */
function imageNetLabels(vocabulary: Vocabulary): Classifier['labels'] {
  return Array.from({ length: 1000 }, (_, index) => {
    const concept = vocabulary.byImageNet(index)
    return { synset: concept?.synset ?? '', name: concept?.name ?? '' }
  })
}
