import type { Vocabulary } from '../../vocabulary/vocabulary.ts'
import { createBlazeface } from '../adapters/blazeface.ts'
import { createCenternet } from '../adapters/centernet.ts'
import { createEfficientnet } from '../adapters/efficientnet.ts'
import { createFaceres } from '../adapters/faceres.ts'
import { createMobilenet } from '../adapters/mobilenet.ts'
import { createNsfw } from '../adapters/nsfw.ts'
import { createPphumanseg } from '../adapters/pphumanseg.ts'
import { createU2netp } from '../adapters/u2netp.ts'
import { createYolox, yoloxSides } from '../adapters/yolox.ts'
import { createYunet } from '../adapters/yunet.ts'
import type { CatalogModel } from './catalog.ts'
import type { ModelSession } from '../runtime/session.ts'
import type { Classifier, TaskAdapters } from '../runtime/tasks.ts'

type Create = (session: ModelSession, modelId: string, labels: Classifier['labels']) => Partial<TaskAdapters>

/** The adapter of each kind of model file, by its name in the catalogue. */
const adapters: Record<CatalogModel['adapter'], Create> = {
  centernet: createCenternet,
  blazeface: createBlazeface,
  faceres: createFaceres,
  nsfw: createNsfw,
  mobilenet: createMobilenet,
  yunet: (session, modelId) => createYunet(session, modelId),
  'yunet-square': (session, modelId) => createYunet(session, modelId, { isSquare: true }),
  yolox: (session, modelId) => createYolox(session, modelId, yoloxSides.nano),
  'yolox-640': (session, modelId) => createYolox(session, modelId, yoloxSides.small),
  u2netp: createU2netp,
  efficientnet: createEfficientnet,
  pphumanseg: createPphumanseg,
}

/** The adapters of an opened model, by the task they serve. */
export function createAdapters(
  model: CatalogModel,
  session: ModelSession,
  labels: Classifier['labels'],
): Partial<TaskAdapters> {
  return adapters[model.adapter](session, model.id, labels)
}

/** Names and synsets of the 1000 ImageNet classes in the order of a classifier's output. */
export function imageNetLabels(vocabulary: Vocabulary): Classifier['labels'] {
  return Array.from({ length: 1000 }, (_, index) => {
    const concept = vocabulary.byImageNet(index)
    return { synset: concept?.synset ?? '', name: concept?.name ?? '' }
  })
}
