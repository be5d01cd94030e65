import PQueue from 'p-queue'
import type { Background } from '../../analysis/classifiers/background.ts'
import { openBackgrounds } from '../../analysis/classifiers/background-file.ts'
import { classifierNotFound, describeClassifier } from '../../analysis/classifiers/classifier.ts'
import { FeedbackController } from '../../analysis/classifiers/feedback-controller.ts'
import type { ClassifierInfo, ClassifierKind } from '../../contract/analysis/classifier.ts'
import { checkLimits } from './classifier-limits.ts'
import type { ClassifierPlace, ClassifierStore, TitledClassifier } from '../ports/classifier-store.ts'
import { trainInWorker } from './train-in-worker.ts'
import { numberPictures, type PictureTrainingRequest } from './training-request.ts'
import { AppError } from '../../contract/errors.ts'
import { applyClassifier } from '../../analysis/classifiers/apply-classifier.ts'
import { unitVector } from '../../analysis/vectors/unit-vector.ts'
import type {
  CategorizersPort,
  FeedbackPort,
  PictureVector,
  TaggersPort,
  CustomTag,
} from '../../analysis/operations/ports.ts'

/** A tagger or categorizer in a list; `note` if something lowers the quality of its confidence. */
export type TitledClassifierInfo = ClassifierInfo & { title: string; note?: string }

/** `now` is milliseconds since 1970. */
export type ClassifierServiceOptions = { store: ClassifierStore; resourcesDir: string; now(): number }

/** Number of concurrent trainings; more wait. */
const MAX_CONCURRENT = 2

/**
 * Custom taggers, categorizers and feedback of the accounts. Ids are unique among all taggers and categorizers of an
 * account.
 */
export class ClassifierService {
  readonly #store: ClassifierStore
  readonly #now: () => number
  readonly #backgrounds: ReadonlyMap<string, Background>
  readonly #trainings = new PQueue({ concurrency: MAX_CONCURRENT })

  constructor({ store, resourcesDir, now }: ClassifierServiceOptions) {
    this.#store = store
    this.#now = now
    this.#backgrounds = openBackgrounds(resourcesDir)
  }

  /** The ports that the engine's operations use for an account. */
  portsOf(owner: string): ClassifierPorts {
    return portsOf(owner, this.#store, this.#feedbackOf(owner))
  }

  /**
   * Trains with pictures in a separate thread; an existing id is replaced by its next version. Throws `bad-params`, and
   * the reason of `signal` if that aborts before the training ends.
   */
  async train(owner: string, request: PictureTrainingRequest, signal?: AbortSignal): Promise<TitledClassifierInfo> {
    const { title, pictures, modelId, ...classifier } = numberPictures(request)
    const added = { id: classifier.id, kind: classifier.kind, pictures: pictures.length }
    checkLimits(await this.#store.place(owner, added.id), added)
    const task = { classifier, modelId, pictures, background: this.#backgrounds.get(modelId) ?? null }
    const trained = await this.#trainings.add(() => trainInWorker({ ...task, nowMs: this.#now() }, signal))
    const admit = (place: ClassifierPlace): TitledClassifier => {
      checkLimits(place, added) // others may have reached the limits or taken the id during this training
      const { version = 0, createdMs = trained.createdMs } = place.present ?? {}
      return { ...trained, title, version: version + 1, createdMs }
    }
    return this.#describe(await this.#store.save(owner, added.id, pictures, admit))
  }

  async list(owner: string, kind?: ClassifierKind): Promise<TitledClassifierInfo[]> {
    const classifiers = await this.#store.list(owner)
    return classifiers
      .filter((classifier) => kind === undefined || classifier.kind === kind)
      .map((classifier) => this.#describe(classifier))
  }

  /** Rejects with `tagger-not-found`, also for an id of the other kind. */
  async get(owner: string, id: string, kind?: ClassifierKind): Promise<TitledClassifierInfo> {
    const classifier = await this.#store.find(owner, id)
    if (classifier === null || (kind !== undefined && classifier.kind !== kind)) throw classifierNotFound(id)
    return this.#describe(classifier)
  }

  /** Removes it with its pictures; rejects as `get` does. */
  async remove(owner: string, id: string, kind?: ClassifierKind): Promise<void> {
    if (!(await this.#store.remove(owner, id, kind))) throw classifierNotFound(id)
  }

  /**
   * `{ feedback_id, judgements: [{ tag, verdict }] }`; rejects with `bad-params`, or `feedback-not-found` if the id is
   * unknown or older than 24 hours.
   */
  giveFeedback(owner: string, feedback: unknown): Promise<void> {
    return this.#feedbackOf(owner).give(feedback)
  }

  /** Removes all data of an account. */
  removeOwner(owner: string): Promise<void> {
    return this.#store.removeOwner(owner)
  }

  #feedbackOf(owner: string): FeedbackController {
    return new FeedbackController(this.#store.feedback(owner), this.#now)
  }

  #describe(classifier: TitledClassifier): TitledClassifierInfo {
    const { kind, modelId, title } = classifier
    // a categorizer distinguishes its categories and needs no background
    const lacksBackground = kind === 'tagger' && !this.#backgrounds.has(modelId)
    return { ...describeClassifier(classifier), title, ...(lacksBackground && { note: noteOnBackground(modelId) }) }
  }
}

const noteOnBackground = (modelId: string): string =>
  `Nothing is known of ordinary pictures as the model ${modelId} sees them, so that only the pictures of this lesson say what is ordinary, and confidences are hardly worth anything. Teach it with negatives: 20 or more ordinary pictures that lack the tags.`

/** What the operations need to know about an account's classifiers and feedback. */
type ClassifierPorts = { taggers: TaggersPort; categorizers: CategorizersPort; feedback: FeedbackPort }

/** The ports of one account, which read the store at each call. */
function portsOf(owner: string, store: ClassifierStore, controller: FeedbackController): ClassifierPorts {
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

/** Checks that the picture was described with the model of a classifier, which may have been retrained meanwhile. */
function requireSameModel({ id, kind, modelId, dimensions }: TitledClassifier, picture: PictureVector): void {
  if (modelId === picture.modelId && dimensions === picture.vector.length) return
  throw new AppError(
    'not-supported-here',
    `The ${kind} "${id}" was taught again with the model ${modelId} while the picture was looked at with ${picture.modelId}. Try again.`,
  )
}
