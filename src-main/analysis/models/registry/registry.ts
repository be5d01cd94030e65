import { join } from 'node:path'
import type { ModelSlot } from '../../../contract/library/models.ts'
import { openVocabulary } from '../../vocabulary/vocabulary.ts'
import { pairDetectors } from '../adapters/paired-detector.ts'
import { readModelCatalog } from './catalog.ts'
import { modelsBySlot, type PresentModel } from './installed.ts'
import { createAdapters, imageNetLabels } from './open-adapter.ts'
import { quantiseModel, readQuantRanges } from '../runtime/quantise-model.ts'
import type { ModelSession, PrepareModel } from '../runtime/session.ts'
import type { Classifier, Models, ObjectDetector, SlotAdapters } from '../runtime/slots.ts'

/** Where model files and what comes with the program lie. */
export type RegistryFolders = { resourcesDir: string; modelsDir: string }

type Opened = { session: ModelSession; adapters: Partial<SlotAdapters> }

/**
 * The best installed model for each slot. What is installed is looked up once, now; files are opened when first asked
 * for, each once,
 * however many slots it serves. Where CenterNet and YOLOX are both there, they serve `objects` together.
 */
export function openModels({ resourcesDir, modelsDir }: RegistryFolders): Models {
  const present = modelsBySlot(readModelCatalog(resourcesDir), foldersOf({ resourcesDir, modelsDir }))
  const opened = new Map<string, Promise<Opened>>()
  let labels: Classifier['labels'] | undefined
  const open = (entry: PresentModel): Promise<Opened> => {
    labels ??= imageNetLabels(openVocabulary(resourcesDir))
    const known = opened.get(entry.model.id) ?? openModel(entry, labels, resourcesDir)
    opened.set(entry.model.id, known)
    return known
  }
  let pair: Promise<ObjectDetector> | undefined
  const get = async <S extends ModelSlot>(slot: S): Promise<SlotAdapters[S] | null> => {
    const partners = slot === 'objects' ? findPair(present.get(slot)) : null
    if (partners) return (await (pair ??= openPair(partners, open))) as SlotAdapters[S]
    const entry = present.get(slot)?.[0]
    return entry ? ((await open(entry)).adapters[slot] ?? null) : null
  }
  return { get, idFor: (slot) => idFor(slot, present), close: () => closeAll(opened) }
}

/** The folders in which models are looked for. */
export function foldersOf({ resourcesDir, modelsDir }: RegistryFolders) {
  return { bundledDir: join(resourcesDir, 'models', 'bundled'), modelsDir }
}

/** The id of the model, or of the pair of models, that serves a slot; null where none does. */
export function idFor(slot: ModelSlot, present: ReadonlyMap<ModelSlot, readonly PresentModel[]>): string | null {
  const entries = present.get(slot)
  const partners = slot === 'objects' ? findPair(entries) : null
  if (partners) return `${partners.wide.model.id}+${partners.close.model.id}`
  return entries?.[0]?.model.id ?? null
}

type Partners = { wide: PresentModel; close: PresentModel }

/** Only where nothing better than YOLOX is installed: a larger detector works alone. */
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
  // loaded late, so that a process which only asks for ids never loads the runtime
  const { openSession } = await import('../runtime/session.ts')
  const session = await openSession(
    file,
    model.ranges === undefined ? undefined : roundedBy(join(resourcesDir, 'models', model.ranges)),
  )
  return { session, adapters: createAdapters(model, session, labels) }
}

/** Turns a model's numbers into integers by the ranges in a file. */
function roundedBy(rangesFile: string): PrepareModel {
  return (model) => quantiseModel(model, readQuantRanges(rangesFile))
}

async function openPair(
  { wide, close }: Partners,
  open: (entry: PresentModel) => Promise<Opened>,
): Promise<ObjectDetector> {
  return pairDetectors((await open(wide)).adapters.objects!, (await open(close)).adapters.objects!)
}

async function closeAll(opened: Map<string, Promise<Opened>>): Promise<void> {
  const models = await Promise.allSettled(opened.values())
  opened.clear()
  for (const model of models) if (model.status === 'fulfilled') await model.value.session.close()
}
