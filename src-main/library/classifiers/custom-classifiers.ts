import { say } from '../../contract/sentences/say.ts'
import type { Text } from '../../contract/sentences/text.ts'
import { setImmediate } from 'node:timers/promises'
import type { ClassifierInfo } from '../../contract/analysis/classifier.ts'
import { AppError, messageOf, textOf } from '../../contract/errors.ts'
import type { CategorizerTraining, CustomClassifier, TagTraining } from '../../contract/library/custom-classifiers.ts'
import type { Findings } from '../../analysis/photo/findings.ts'
import { describeClassifier } from '../../analysis/classifiers/classifier.ts'
import { BackgroundTask } from '../../base/background/background-task.ts'
import type { Log } from '../host/log.ts'
import { Throttle } from '../events/throttle.ts'
import { Classification, type ClassificationDependencies } from './classification.ts'
import { ClassificationRuns } from './classification-runs.ts'
import { makeClassifierId } from './make-classifier-id.ts'
import { ClassifierTraining, type ClassifierTrainingDependencies } from './classifier-training.ts'

export type CustomClassifiersDependencies = ClassifierTrainingDependencies &
  Pick<ClassificationDependencies, 'catalog'> & {
    /** Photos in the normal view with a tag. */
    photosWithTag(name: string): ArrayLike<number> & Iterable<number>
    /** Called when classifiers were added, changed or removed, or progressed. */
    publish(classifiers: CustomClassifier[]): void
    /** Suggestions changed or count differently; often while photos are analysed. */
    onSuggestionsChanged(): void
    /** A person's change is now in the history. */
    onJournalled(): void
    log: Log
  }

/** Windows are notified of new suggestions at most this often. */
const SUGGESTED_MS = 500

/** More examples of a class; without a name they are examples of the first class. */
type MoreExamples = { name?: string | undefined; positives: number[]; negatives: number[] }

/**
 * The custom classifiers of an open library: trained from a person's photos, applied to all photos one classifier after
 * another beside other work, and to each photo that is analysed later. Nothing runs before a call.
 */
export class CustomClassifiers {
  readonly #dependencies: CustomClassifiersDependencies
  readonly #training: ClassifierTraining
  readonly #classification: Classification
  readonly #runs: ClassificationRuns
  readonly #suggested: Throttle
  /** Why a classifier could not be trained again, by its id. */
  readonly #problems = new Map<string, Text>()
  #isCheckDue = true
  /** Suggestions of removed classes are deleted in pieces. */
  readonly #takingBack: BackgroundTask

  constructor(dependencies: CustomClassifiersDependencies) {
    this.#dependencies = dependencies
    this.#training = new ClassifierTraining(dependencies)
    this.#takingBack = new BackgroundTask({
      work: (signal) => this.#takeBack(signal),
      onError: (error) =>
        dependencies.log.error('What a removed classifier said could not be taken back; it is tried again', {
          error: messageOf(error),
        }),
    })
    this.#suggested = new Throttle(() => dependencies.onSuggestionsChanged(), SUGGESTED_MS)
    const onSuggested = () => this.#suggested.schedule()
    this.#classification = new Classification({ catalog: dependencies.catalog, onSuggested })
    this.#runs = new ClassificationRuns({
      apply: (id, options) => this.#classification.classifyAll(id, options),
      photoCount: () => dependencies.catalog.analysis.counts().ready,
      onProgress: () => {
        dependencies.publish(this.list())
        onSuggested()
      },
      onError: (id, error) =>
        dependencies.log.error('A custom classifier could not be applied; it is tried again', {
          id,
          error: messageOf(error),
        }),
    })
  }

  /** Continues the runs that were interrupted when the library was last closed. */
  start(): void {
    this.#takingBack.schedule()
    for (const { id } of this.#dependencies.catalog.classifiers.dueRuns()) this.#runs.add(id)
  }

  list(): CustomClassifier[] {
    return this.#infos().map((info) => this.#describe(info))
  }

  /** Trains a classifier of one tag. Throws `bad-params`, `model-not-found` or `not-analysed`. */
  train({ name, positives, negatives }: TagTraining): CustomClassifier {
    const id = this.#newId(name)
    return this.#applyJournalled(this.#training.train({ id, classes: [{ name, positives, negatives }] }))
  }

  /** Trains a classifier of categories that exclude each other. Throws the same errors as `train`. */
  trainCategorizer({ name, categories }: CategorizerTraining): CustomClassifier {
    const id = this.#newId(name)
    return this.#applyJournalled(this.#training.train({ id, kind: 'categorizer', classes: categories }))
  }

  /** Sets the certainty from which its suggestions count as sure. Throws `tagger-not-found`. */
  setCertainty(id: string, certainty: number): CustomClassifier {
    this.#training.set(id, { certainty })
    return this.#describeSet(id)
  }

  /** Waiting photos of a classifier are no longer new; they still wait for a review. Throws `tagger-not-found`. */
  markSeen(id: string): CustomClassifier {
    this.#training.set(id, { seenMs: this.#dependencies.now() })
    return this.#describeSet(id)
  }

  /** Adds examples and trains again. Throws `bad-params`, `tagger-not-found`, `model-not-found` or `not-analysed`. */
  addExamples(id: string, { name, positives, negatives }: MoreExamples): CustomClassifier {
    const first = this.#dependencies.catalog.classifiers.get(id).classes[0]?.name
    if (positives.length + negatives.length === 0) throw new AppError('bad-params', say('errors.noExamples'))
    return this.#applyJournalled(this.#training.addExamples(id, [{ name: name ?? first, positives, negatives }]))
  }

  /** Trains again from the saved examples, with the present model. Throws the same errors as `addExamples`. */
  retrain(id: string): CustomClassifier {
    return this.#applyJournalled(this.#training.retrain(id))
  }

  /** Removes a classifier with its suggestions, until this is undone. Throws `tagger-not-found`. */
  remove(id: string): void {
    this.#training.remove(id)
    this.follow(id)
    this.#dependencies.onJournalled()
  }

  /** A classifier was removed, or replaced by an undo. */
  follow(id: string): void {
    this.#problems.delete(id)
    this.#classification.reload()
    if (this.#dependencies.catalog.classifiers.exists(id)) this.#runs.add(id)
    else this.#runs.remove(id)
    this.#takingBack.schedule()
    this.#isCheckDue = true
    this.#suggested.schedule()
    this.#dependencies.publish(this.list())
  }

  /** Other suggestions count as sure or new, perhaps after an undo. */
  followSettings(): void {
    this.#suggested.schedule()
    this.#dependencies.publish(this.list())
  }

  /** Suggests tags for a photo whose analysis was just saved. */
  classify(photoId: number, findings: Findings): void {
    this.#isCheckDue = true
    try {
      this.#classification.classify(photoId, findings)
    } catch (error) {
      // The photo's analysis is saved and good; only the suggestions of custom classifiers are missing.
      this.#dependencies.log.warn('Custom classifiers could not be applied to a photo', {
        photoId,
        error: messageOf(error),
      })
    }
  }

  /**
   * Nothing is pending: classifiers of a previous model are trained again, if photos were analysed since the last time.
   */
  retrainOutdated(): void {
    const model = this.#dependencies.presentModel()
    if (!this.#isCheckDue || model === null) return
    this.#isCheckDue = false
    const outdated = this.#infos().filter(({ modelId }) => modelId !== model)
    for (const { id } of outdated) this.#renew(id)
    if (outdated.length > 0) this.#dependencies.publish(this.list())
  }

  /** Other models may be in use: the next `retrainOutdated` checks the classifiers. */
  modelsChanged(): void {
    this.#isCheckDue = true
  }

  /** Resolves when every classifier was applied to all photos, and suggestions of removed classes are gone. */
  async idle(): Promise<void> {
    await this.#takingBack.idle()
    await this.#runs.idle()
  }

  async close(): Promise<void> {
    this.#suggested.cancel()
    await this.#takingBack.close()
    await this.#runs.close()
    this.#suggested.cancel()
  }

  async #takeBack(signal: AbortSignal): Promise<void> {
    for (let isLast = false; !isLast && !signal.aborted;) {
      await setImmediate()
      isLast = this.#dependencies.catalog.classifiers.takeBackSome().isLast
    }
  }

  #newId(name: string): string {
    const taken = new Set(this.#infos().map(({ id }) => id))
    return makeClassifierId(name, (each) => taken.has(each))
  }

  #describeSet(id: string): CustomClassifier {
    this.followSettings()
    this.#dependencies.onJournalled()
    return this.#describe(describeClassifier(this.#dependencies.catalog.classifiers.get(id)))
  }

  #infos(): ClassifierInfo[] {
    return this.#dependencies.catalog.classifiers.list().map(describeClassifier)
  }

  #describe(info: ClassifierInfo): CustomClassifier {
    return {
      ...info,
      photos: this.#countPhotosWith(info.classes.map(({ name }) => name)),
      certainty: this.#dependencies.catalog.classifiers.settingsOf(info.id).certainty,
      applying: this.#runs.progressOf(info.id),
      problem: this.#problems.get(info.id) ?? null,
    }
  }

  #countPhotosWith(names: readonly string[]): number {
    const found = names.map((name) => this.#dependencies.photosWithTag(name))
    // The usual classifier has one tag and needs no set of all its photos.
    if (found.length === 1) return found[0]!.length
    return new Set(found.flatMap((ids) => [...ids])).size
  }

  #applyJournalled(info: ClassifierInfo): CustomClassifier {
    const classifier = this.#applyAgain(info)
    this.#dependencies.onJournalled()
    return classifier
  }

  /** Applies a new training to all photos. */
  #applyAgain(info: ClassifierInfo): CustomClassifier {
    this.#classification.reload()
    this.#takingBack.schedule() // it may have lost a class
    this.#problems.delete(info.id)
    this.#runs.add(info.id)
    return this.#describe(info)
  }

  #renew(id: string): void {
    const { log } = this.#dependencies
    try {
      this.#applyAgain(this.#training.renew(id))
      log.info('A custom classifier was trained again with the present model', { id })
    } catch (error) {
      this.#problems.set(id, textOf(error))
      log.warn('A custom classifier could not be trained again', { id, error: messageOf(error) })
    }
  }
}
