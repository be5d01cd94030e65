import type { ClassifierInfo } from '../../contract/analysis/classifier.ts'
import { AppError } from '../../contract/errors.ts'
import type { CustomClassifier, TagTraining } from '../../contract/library/custom-classifiers.ts'
import type { Findings } from '../../analysis/photo/findings.ts'
import type { Log } from '../host.ts'
import { createClassificationPasses } from './classification-passes.ts'
import type { ClassifierTraining } from './classifier-training.ts'
import { makeClassifierId } from './classifier-id.ts'

/**
 * Learned tags of an open library: what is learned is looked for in all photos, one tagger after another, beside other
 * work.
 */
export type CustomClassifiers = {
  list(): CustomClassifier[]
  learn(lesson: TagTraining): CustomClassifier
  addExamples(
    id: string,
    examples: { name?: string | undefined; positives: number[]; negatives: number[] },
  ): CustomClassifier
  retrain(id: string): CustomClassifier
  remove(id: string): void
  /** Tags a photo whose analysis was just saved. */
  takeUp(photoId: number, findings: Findings): void
  /**
   * Nothing is pending: taggers of another model than the present one are learned again, if photos were analysed since
   * the last time.
   */
  rest(): void
  /** Other models may be in use: taggers are looked at again at the next rest. */
  reconsider(): void
  /** Resolves when every tagger went through all photos. */
  idle(): Promise<void>
  close(): Promise<void>
}

export type CustomClassifiersDependencies = {
  own: ClassifierTraining
  presentModel(): string | null
  /** Photos with an embedding of the present model, about. */
  photoCount(): number
  countPhotosWith(names: readonly string[]): number
  publish(taggers: CustomClassifier[]): void
  log: Log
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Creates it; nothing runs before a call. */
export function createCustomClassifiers({
  own,
  presentModel,
  photoCount,
  countPhotosWith,
  publish,
  log,
}: CustomClassifiersDependencies): CustomClassifiers {
  const problems = new Map<string, string>()
  let isDue = true
  const describe = (info: ClassifierInfo): CustomClassifier => ({
    ...info,
    photos: info.kind === 'tagger' ? countPhotosWith(info.classes.map(({ name }) => name)) : 0,
    applying: rounds.progressOf(info.id),
    problem: problems.get(info.id) ?? '',
  })
  const list = () => own.list().map(describe)
  const rounds = createClassificationPasses({
    apply: own.applyToAll,
    photoCount,
    onProgress: () => publish(list()),
    onError: (id, error) => log.error('A learned tag could not be looked for', { id, error: messageOf(error) }),
  })
  /** What was just learned is looked for in all photos. */
  const begin = (info: ClassifierInfo): CustomClassifier => {
    problems.delete(info.id)
    rounds.add(info.id)
    return describe(info)
  }
  const renew = ({ id }: ClassifierInfo) => {
    try {
      begin(own.retrain(id))
      log.info('A tag was learned again with the present model', { id })
    } catch (error) {
      problems.set(id, messageOf(error))
      log.warn('A tag could not be learned again', { id, error: messageOf(error) })
    }
  }
  return {
    list,
    learn: ({ name, positives, negatives }) => {
      const taken = new Set(own.list().map(({ id }) => id))
      return begin(
        own.learn({ id: makeClassifierId(name, (id) => taken.has(id)), classes: [{ name, positives, negatives }] }),
      )
    },
    addExamples: (id, { name, positives, negatives }) => {
      const first = own.get(id).classes[0]?.name
      if (positives.length + negatives.length === 0)
        throw new AppError('bad-params', 'No photo was given; choose photos that show the tag, or photos that do not.')
      return begin(own.addExamples(id, [{ name: name ?? first, positives, negatives }]))
    },
    retrain: (id) => begin(own.retrain(id)),
    remove(id) {
      rounds.drop(id)
      problems.delete(id)
      own.remove(id)
      publish(list())
    },
    takeUp(photoId, findings) {
      isDue = true
      try {
        own.takeUp(photoId, findings)
      } catch (error) {
        // The photo's analysis is saved and good; only its learned tags are missing.
        log.warn('Learned tags could not be given to a photo', { photoId, error: messageOf(error) })
      }
    },
    rest() {
      const model = presentModel()
      if (!isDue || model === null) return
      isDue = false
      const stale = own.list().filter(({ modelId }) => modelId !== model)
      stale.forEach(renew)
      if (stale.length > 0) publish(list())
    },
    reconsider() {
      isDue = true
    },
    idle: () => rounds.idle(),
    close: () => rounds.close(),
  }
}
