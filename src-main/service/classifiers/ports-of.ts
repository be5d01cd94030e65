import { AppError } from '../../contract/errors.ts'
import type { ClassifierKind } from '../../contract/analysis/classifier.ts'
import { applyClassifier } from '../../analysis/classifiers/apply-classifier.ts'
import type { FeedbackController } from '../../analysis/classifiers/feedback-controller.ts'
import { classifierNotFound } from '../../analysis/classifiers/classifier.ts'
import { unitVector } from '../../analysis/vectors/unit-vector.ts'
import type {
  CategorizersPort,
  FeedbackPort,
  PictureVector,
  TaggersPort,
  CustomTag,
} from '../../analysis/operations/ports.ts'
import type { TitledClassifier, ClassifierStore } from '../ports/classifier-store.ts'

/** What the operations ask of an account's classifiers and feedback. */
export type ClassifierPorts = { taggers: TaggersPort; categorizers: CategorizersPort; feedback: FeedbackPort }

/** The ports of one account, read from the store at each call. */
export function portsOf(owner: string, store: ClassifierStore, controller: FeedbackController): ClassifierPorts {
  const find = async (id: string, kind: ClassifierKind): Promise<TitledClassifier | null> => {
    const classifier = await store.find(owner, id)
    return classifier?.kind === kind ? classifier : null
  }
  const modelOf = async (id: string, kind: ClassifierKind) => (await find(id, kind))?.modelId ?? null
  const apply = async (id: string, kind: ClassifierKind, picture: PictureVector): Promise<CustomTag[]> => {
    const classifier = await find(id, kind)
    if (classifier === null) throw classifierNotFound(id)
    requireSameModel(classifier, picture)
    const vector = unitVector(picture.vector, classifier.dimensions)
    return applyClassifier(classifier, { modelId: picture.modelId, vector })
  }
  return {
    taggers: { modelOf: (id) => modelOf(id, 'tagger'), tag: (id, picture) => apply(id, 'tagger', picture) },
    categorizers: {
      modelOf: (id) => modelOf(id, 'categorizer'),
      list: async () =>
        (await store.list(owner))
          .filter(({ kind }) => kind === 'categorizer')
          .map(({ id, title, classes }) => ({ id, title, labels: classes.map(({ name }) => name) })),
      rate: (id, picture) => apply(id, 'categorizer', picture),
    },
    feedback: {
      use: (tags, { modelId, vector }, index) =>
        controller.use(tags, { modelId, vector: unitVector(vector, vector.length) }, index),
      accept: ({ embedding, tags }, index) => controller.accept({ embedding, tags }, index),
    },
  }
}

/** The picture was described with the model of a classifier, which may have been taught again meanwhile. */
function requireSameModel({ id, kind, modelId, dimensions }: TitledClassifier, picture: PictureVector): void {
  if (modelId === picture.modelId && dimensions === picture.vector.length) return
  throw new AppError(
    'not-supported-here',
    `The ${kind} "${id}" was taught again with the model ${modelId} while the picture was looked at with ${picture.modelId}. Try again.`,
  )
}
