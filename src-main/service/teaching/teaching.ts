import PQueue from 'p-queue'
import type { TaggerInfo, TaggerKind } from '../../contract/analysis/tagger.ts'
import { AppError } from '../../contract/errors.ts'
import { openBackgrounds } from '../../engine/local/learning/background-file.ts'
import { openFeedbackDesk, type FeedbackDesk } from '../../engine/local/taggers/feedback-desk.ts'
import { describeTagger, taggerNotFound } from '../../engine/local/taggers/tagger.ts'
import { learnApart, type LearningTask } from './learn-apart.ts'
import { numberLesson, type PictureLesson } from './lesson.ts'
import { portsOf, type TaughtPorts } from './ports-of.ts'
import type { TaughtTagger, TeachingStore } from './teaching-store.ts'

/** A tagger or categorizer as listed; `note` where something makes its confidence worth less. */
export type TaughtInfo = TaggerInfo & { title: string; note?: string }

/** Most taggers and categorizers of an account, and most pictures they are all taught with together (about 5 KB each). */
const MOST_TAUGHT = 200
const MOST_PICTURES_KEPT = 20_000
/** Lessons learned at once; more wait their turn. */
const LEARNING = 2

/** Custom taggers, categorizers and feedback of the accounts. Ids are unique within an account, over taggers and categorizers. */
export type Teaching = {
  /** What the engine's operations ask for an account. */
  portsOf(owner: string): TaughtPorts
  /** Learns from pictures; an id that is there already is replaced as its next version. Throws `bad-params`. */
  teach(owner: string, lesson: PictureLesson): Promise<TaughtInfo>
  list(owner: string, kind?: TaggerKind): TaughtInfo[]
  /** Throws `tagger-not-found`, also for an id of the other kind. */
  get(owner: string, id: string, kind?: TaggerKind): TaughtInfo
  /** Forgets it with its pictures; throws as `get` does. */
  remove(owner: string, id: string, kind?: TaggerKind): void
  /** Learns again from the pictures kept; the version stays where nothing changed. Throws as `get` does. */
  retrain(owner: string, id: string): Promise<TaughtInfo>
  /** `{ feedback_id, judgements: [{ tag, verdict }] }`; throws `bad-params`, or `feedback-not-found` for an id that is unknown or older than 24 hours. */
  giveFeedback(owner: string, feedback: unknown): void
  feedbackIndexes(owner: string): { name: string; judgements: number }[]
  /** Throws `feedback-not-found`. */
  removeFeedbackIndex(owner: string, name: string): void
  /** Forgets everything of an account. */
  removeOwner(owner: string): void
}

export type TeachingOptions = { store: TeachingStore; resourcesDir: string; now(): number }

/** Opens teaching on a store; `now` is milliseconds since 1970. Learning happens in a thread of its own. */
export function createTeaching({ store, resourcesDir, now }: TeachingOptions): Teaching {
  const statistics = openBackgrounds(resourcesDir)
  const turns = new PQueue({ concurrency: LEARNING })
  const deskOf = (owner: string): FeedbackDesk => openFeedbackDesk(store.feedback(owner), now)
  const describe = (tagger: TaughtTagger): TaughtInfo => ({ ...describeTagger(tagger), title: tagger.title, ...(lacksStatistics(tagger, statistics) && { note: noteOnStatistics(tagger) }) })
  const find = (owner: string, id: string, kind?: TaggerKind): TaughtTagger => {
    const tagger = store.find(owner, id)
    if (tagger === null || (kind !== undefined && tagger.kind !== kind)) throw taggerNotFound(id)
    return tagger
  }
  const learn = ({ subject, modelId, pictures }: Pick<LearningTask, 'subject' | 'modelId' | 'pictures'>) =>
    turns.add(() => learnApart({ subject, modelId, pictures, statistics: statistics.get(modelId) ?? null, nowMs: now() }))
  return {
    portsOf: (owner) => portsOf(owner, store, deskOf(owner)),
    async teach(owner, lesson) {
      const { id, kind, title, modelId, classes, pictures } = numberLesson(lesson)
      checkRoom(store, owner, { id, kind, added: pictures.length })
      const learned = await learn({ subject: { id, kind, classes }, modelId, pictures })
      // another request may have taken the room, or the id, while this one learned
      const before = checkRoom(store, owner, { id, kind, added: pictures.length })
      const next = { ...learned, title, version: (before?.version ?? 0) + 1, createdMs: before?.createdMs ?? learned.createdMs }
      store.save(owner, next, pictures)
      return describe(next)
    },
    list: (owner, kind) => store.list(owner).filter((tagger) => kind === undefined || tagger.kind === kind).map(describe),
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
const lacksStatistics = ({ kind, modelId }: TaughtTagger, statistics: ReadonlyMap<string, unknown>): boolean => kind === 'tagger' && !statistics.has(modelId)

const noteOnStatistics = ({ modelId }: TaughtTagger): string => `Nothing is known of ordinary pictures as the model ${modelId} sees them, so that only the pictures of this lesson say what is ordinary, and confidences are hardly worth anything. Teach it with negatives: 20 or more ordinary pictures that lack the tags.`

/** Throws `bad-params` where there is no room for a lesson or its id is of the other kind; gives what stands under the id. */
function checkRoom(store: TeachingStore, owner: string, { id, kind, added }: { id: string; kind: TaggerKind; added: number }): TaughtTagger | null {
  const before = store.find(owner, id)
  if (before !== null && before.kind !== kind) throw new AppError('bad-params', `id is "${id}", which is a ${before.kind} already; choose another id, or delete that one first.`)
  const { taggers, pictures } = store.totals(owner, id)
  if (taggers >= MOST_TAUGHT) throw new AppError('bad-params', `id is "${id}", a new one, and ${taggers} taggers and categorizers are kept already, the most there can be; delete one that is no longer used.`)
  if (pictures + added > MOST_PICTURES_KEPT) throw new AppError('bad-params', `classes holds ${added} pictures, and ${pictures} are kept for other taggers; at most ${MOST_PICTURES_KEPT} are kept in all. Delete a tagger that is no longer used.`)
  return before
}
