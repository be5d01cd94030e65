import PQueue from 'p-queue'
import type { ClassifierInfo, ClassifierKind } from '../../contract/analysis/classifier.ts'
import { AppError } from '../../contract/errors.ts'
import { openBackgrounds } from '../../analysis/classifiers/background-file.ts'
import { FeedbackController } from '../../analysis/classifiers/feedback-controller.ts'
import { describeClassifier, classifierNotFound } from '../../analysis/classifiers/classifier.ts'
import { trainInWorker, type TrainingTask } from './train-in-worker.ts'
import { numberPictures, type PictureTrainingRequest } from './training-request.ts'
import { portsOf, type ClassifierPorts } from './ports-of.ts'
import type { TitledClassifier, ClassifierStore } from './classifier-store.ts'

/** A tagger or categorizer as listed; `note` where something makes its confidence worth less. */
export type TitledClassifierInfo = ClassifierInfo & { title: string; note?: string }

/**
 * Most taggers and categorizers of an account, and most pictures they are all taught with together (about 5 KB each).
 */
const MAX_TAUGHT = 200
const MAX_PICTURES_KEPT = 20_000
/** Lessons learned at once; more wait their turn. */
const LEARNING = 2

/**
 * Custom taggers, categorizers and feedback of the accounts. Ids are unique within an account, over taggers and
 * categorizers.
 */
export type ClassifierService = {
  /** What the engine's operations ask for an account. */
  portsOf(owner: string): ClassifierPorts
  /** Learns from pictures; an id that is there already is replaced as its next version. Throws `bad-params`. */
  teach(owner: string, lesson: PictureTrainingRequest): Promise<TitledClassifierInfo>
  list(owner: string, kind?: ClassifierKind): TitledClassifierInfo[]
  /** Throws `tagger-not-found`, also for an id of the other kind. */
  get(owner: string, id: string, kind?: ClassifierKind): TitledClassifierInfo
  /** Forgets it with its pictures; throws as `get` does. */
  remove(owner: string, id: string, kind?: ClassifierKind): void
  /** Learns again from the pictures kept; the version stays where nothing changed. Throws as `get` does. */
  retrain(owner: string, id: string): Promise<TitledClassifierInfo>
  /**
   * `{ feedback_id, judgements: [{ tag, verdict }] }`; throws `bad-params`, or `feedback-not-found` for an id that is
   * unknown or older than 24 hours.
   */
  giveFeedback(owner: string, feedback: unknown): void
  feedbackIndexes(owner: string): { name: string; judgements: number }[]
  /** Throws `feedback-not-found`. */
  removeFeedbackIndex(owner: string, name: string): void
  /** Forgets everything of an account. */
  removeOwner(owner: string): void
}

export type ClassifierServiceOptions = { store: ClassifierStore; resourcesDir: string; now(): number }

/** Opens teaching on a store; `now` is milliseconds since 1970. CustomClassifiers happens in a thread of its own. */
export function createClassifierService({ store, resourcesDir, now }: ClassifierServiceOptions): ClassifierService {
  const statistics = openBackgrounds(resourcesDir)
  const turns = new PQueue({ concurrency: LEARNING })
  const deskOf = (owner: string): FeedbackController => new FeedbackController(store.feedback(owner), now)
  const describe = (tagger: TitledClassifier): TitledClassifierInfo => ({
    ...describeClassifier(tagger),
    title: tagger.title,
    ...(lacksStatistics(tagger, statistics) && { note: noteOnStatistics(tagger) }),
  })
  const find = (owner: string, id: string, kind?: ClassifierKind): TitledClassifier => {
    const tagger = store.find(owner, id)
    if (tagger === null || (kind !== undefined && tagger.kind !== kind)) throw classifierNotFound(id)
    return tagger
  }
  const learn = ({ subject, modelId, pictures }: Pick<TrainingTask, 'subject' | 'modelId' | 'pictures'>) =>
    turns.add(() =>
      trainInWorker({ subject, modelId, pictures, statistics: statistics.get(modelId) ?? null, nowMs: now() }),
    )
  return {
    portsOf: (owner) => portsOf(owner, store, deskOf(owner)),
    async teach(owner, lesson) {
      const { id, kind, title, modelId, classes, pictures } = numberPictures(lesson)
      checkRoom(store, owner, { id, kind, added: pictures.length })
      const learned = await learn({ subject: { id, kind, classes }, modelId, pictures })
      // another request may have taken the room, or the id, while this one learned
      const before = checkRoom(store, owner, { id, kind, added: pictures.length })
      const next = {
        ...learned,
        title,
        version: (before?.version ?? 0) + 1,
        createdMs: before?.createdMs ?? learned.createdMs,
      }
      store.save(owner, next, pictures)
      return describe(next)
    },
    list: (owner, kind) =>
      store
        .list(owner)
        .filter((tagger) => kind === undefined || tagger.kind === kind)
        .map(describe),
    get: (owner, id, kind) => describe(find(owner, id, kind)),
    remove(owner, id, kind) {
      find(owner, id, kind)
      store.remove(owner, id)
    },
    async retrain(owner, id) {
      const tagger = find(owner, id)
      const { title, modelId, version } = tagger
      const again = await learn({ subject: tagger, modelId, pictures: store.pictures(owner, id) })
      // what was taught anew meanwhile is newer than this
      if (again.version === version || store.find(owner, id)?.version !== version) return describe(find(owner, id))
      store.save(owner, { ...again, title })
      return describe({ ...again, title })
    },
    giveFeedback: (owner, feedback) => deskOf(owner).give(feedback),
    feedbackIndexes: (owner) => deskOf(owner).indexes(),
    removeFeedbackIndex: (owner, name) => deskOf(owner).removeIndex(name),
    removeOwner: (owner) => store.removeOwner(owner),
  }
}

/** A categorizer tells its categories from each other and needs none. */
const lacksStatistics = ({ kind, modelId }: TitledClassifier, statistics: ReadonlyMap<string, unknown>): boolean =>
  kind === 'tagger' && !statistics.has(modelId)

const noteOnStatistics = ({ modelId }: TitledClassifier): string =>
  `Nothing is known of ordinary pictures as the model ${modelId} sees them, so that only the pictures of this lesson say what is ordinary, and confidences are hardly worth anything. Teach it with negatives: 20 or more ordinary pictures that lack the tags.`

/**
 * Throws `bad-params` where there is no room for a lesson or its id is of the other kind; gives what stands under the
 * id.
 */
function checkRoom(
  store: ClassifierStore,
  owner: string,
  { id, kind, added }: { id: string; kind: ClassifierKind; added: number },
): TitledClassifier | null {
  const before = store.find(owner, id)
  if (before !== null && before.kind !== kind)
    throw new AppError(
      'bad-params',
      `id is "${id}", which is a ${before.kind} already; choose another id, or delete that one first.`,
    )
  const { taggers, pictures } = store.totals(owner, id)
  if (taggers >= MAX_TAUGHT)
    throw new AppError(
      'bad-params',
      `id is "${id}", a new one, and ${taggers} taggers and categorizers are kept already, the most there can be; delete one that is no longer used.`,
    )
  if (pictures + added > MAX_PICTURES_KEPT)
    throw new AppError(
      'bad-params',
      `classes holds ${added} pictures, and ${pictures} are kept for other taggers; at most ${MAX_PICTURES_KEPT} are kept in all. Delete a tagger that is no longer used.`,
    )
  return before
}
