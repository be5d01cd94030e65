import { say } from '../../contract/sentences/say.ts'
import { z } from 'zod'
import { MAX_EXAMPLES, ClassExamples, type ClassifierInfo } from '../../contract/analysis/classifier.ts'
import { AppError } from '../../contract/errors.ts'
import { textOfIssues } from '../../contract/issues.ts'
import { describeClassifier, type Classifier } from '../../analysis/classifiers/classifier.ts'
import {
  addExamples,
  trainClassifier,
  retrainClassifier,
  type TrainingOptions,
} from '../../analysis/classifiers/train-classifier.ts'
import { type ChangeClassifierSettings, type ChangeClassifier } from './changes/classifiers.ts'
import { storeClassifier } from './rows/stored-classifier.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { ClassifierRecords } from './rows/classifier-types.ts'
import { BACKGROUND_SAMPLE, describeBackground, type Background } from '../../analysis/classifiers/background.ts'
import { openBackgrounds } from '../../analysis/classifiers/background-file.ts'
import { LIBRARY_IDS } from '../history/kinds/change-kind.ts'

export type ClassifierTrainingDependencies = {
  catalog: Pick<Catalog, 'classifiers' | 'analysis' | 'changes'>
  resourcesDir: string
  /** The model that creates embeddings now, or null. */
  presentModel(): string | null
  /** Time in milliseconds since 1970. */
  now(): number
}

const MAX_CLASSES = 200
const Additions = z.array(ClassExamples).min(1).max(MAX_CLASSES)

/**
 * Trains a library's classifiers from its photos and saves them. A person's request is a change in the history with the
 * complete classifier, so that it can be undone.
 */
export class ClassifierTraining {
  readonly #catalog: ClassifierTrainingDependencies['catalog']
  readonly #presentModel: () => string | null
  readonly #now: () => number
  readonly #backgroundOf: ReturnType<typeof createLibraryBackground>

  constructor({ catalog, resourcesDir, presentModel, now }: ClassifierTrainingDependencies) {
    this.#catalog = catalog
    this.#presentModel = presentModel
    this.#now = now
    this.#backgroundOf = createLibraryBackground(catalog.classifiers, resourcesDir)
  }

  /** Trains from photos and saves; throws `bad-params` (also if the id is taken) or `not-analysed`. */
  train(request: { id: string } & Record<string, unknown>): ClassifierInfo {
    if (this.#catalog.classifiers.exists(request.id))
      throw new AppError('bad-params', say('errors.classifierTaken', { id: request.id }))
    return this.#journal(trainClassifier(request, this.#optionsFor(photosNamedIn(request['classes']))))
  }

  /** Adds examples and trains again as the next version. */
  addExamples(id: string, examples: unknown): ClassifierInfo {
    const classifier = this.#catalog.classifiers.get(id)
    const parsed = Additions.safeParse(examples)
    if (!parsed.success) throw new AppError('bad-params', textOfIssues(parsed.error.issues))
    const photos = [...photosNamedIn(classifier.classes), ...photosNamedIn(parsed.data)]
    return this.#journal(addExamples(classifier, parsed.data, this.#optionsFor(photos)))
  }

  /**
   * Trains again from the saved examples, with the present model. A person's answers to suggestions since then are
   * further examples, and photos that lost a tag are counter-examples. The version stays if nothing changed.
   */
  retrain(id: string): ClassifierInfo {
    const trained = this.#trainAgain(id)
    return trained === null ? this.#describe(id) : this.#journal(trained)
  }

  /** The same for a new model, without an entry in the history. */
  renew(id: string): ClassifierInfo {
    const trained = this.#trainAgain(id)
    if (trained !== null) this.#catalog.classifiers.save(trained)
    return this.#describe(id)
  }

  /** Throws `tagger-not-found`. */
  remove(id: string): void {
    const { classes } = this.#catalog.classifiers.get(id)
    this.#apply({ id, name: nameOf({ id, classes }), classifier: null })
  }

  /** Throws `tagger-not-found`. */
  set(id: string, settings: ChangeClassifierSettings['settings']): void {
    const name = nameOf(this.#catalog.classifiers.get(id))
    this.#catalog.changes.apply({ kind: 'classifier-settings', id, name, settings, ids: LIBRARY_IDS })
  }

  /** Null if nothing changed. */
  #trainAgain(id: string): Classifier | null {
    const classifier = this.#catalog.classifiers.get(id)
    const corrections = correctionsOf(classifier, (name) => this.#catalog.classifiers.judged(name))
    const options = this.#optionsFor([...photosNamedIn(classifier.classes), ...photosNamedIn(corrections)])
    const trained =
      corrections.length > 0 ? addExamples(classifier, corrections, options) : retrainClassifier(classifier, options)
    return trained === classifier ? null : trained
  }

  #optionsFor(photoIds: readonly number[]): TrainingOptions {
    const modelId = this.#presentModel()
    if (modelId === null) throw new AppError('model-not-found', say('errors.noLearning'))
    const vectors = this.#catalog.classifiers.embeddingsOf(photoIds, modelId)
    return {
      background: this.#backgroundOf(modelId, this.#catalog.analysis.counts().ready),
      embeddingOf: (id) => vectors.get(id) ?? null,
      now: this.#now,
    }
  }

  #journal(classifier: Classifier): ClassifierInfo {
    const { id } = classifier
    this.#apply({ id, name: nameOf(classifier), classifier: storeClassifier(classifier) })
    return this.#describe(id)
  }

  #apply(change: Omit<ChangeClassifier, 'kind'>): void {
    this.#catalog.changes.apply({ kind: 'custom-classifier', ...change, ids: LIBRARY_IDS })
  }

  #describe(id: string): ClassifierInfo {
    return describeClassifier(this.#catalog.classifiers.get(id))
  }
}

/** A classifier with one tag has its name. */
const nameOf = ({ id, classes }: Pick<Classifier, 'id' | 'classes'>): string =>
  classes.length === 1 ? (classes[0]?.name ?? id) : id

/**
 * A person's answers to a classifier's suggestions since its training, as examples. A rejected category teaches a
 * categorizer nothing, since it has no counter-examples.
 */
function correctionsOf(
  { kind, classes }: Classifier,
  judged: (name: string) => { right: number[]; wrong: number[] },
): ClassExamples[] {
  return classes.flatMap(({ name, positives, negatives }) => {
    const { right, wrong } = judged(name)
    const added = {
      positives: newAmong(right, positives),
      negatives: kind === 'tagger' ? newAmong(wrong, negatives) : [],
    }
    return added.positives.length + added.negatives.length > 0 ? [{ name, ...added }] : []
  })
}

/** Those that are not yet examples, as far as there is room. */
function newAmong(ids: readonly number[], examples: readonly number[]): number[] {
  const known = new Set(examples)
  return ids.filter((id) => !known.has(id)).slice(0, Math.max(0, MAX_EXAMPLES - examples.length))
}

const NamedPhotos = z.array(z.object({ positives: z.array(z.number()), negatives: z.array(z.number()).default([]) }))

/** The photos named in classes, as far as these are well formed; the check refuses the rest later. */
function photosNamedIn(classes: unknown): number[] {
  const parsed = NamedPhotos.safeParse(classes)
  if (!parsed.success) return []
  const ids = new Set(parsed.data.flatMap(({ positives, negatives }) => [...positives, ...negatives]))
  return [...ids].slice(0, 2 * MAX_CLASSES * MAX_EXAMPLES)
}

/**
 * From this many photos on, a library itself shows better what is ordinary in it than statistics of other people's
 * photos. Measured with 10 object names of 128 mixed photos, 4 examples each, searched among 64 others, in 5 draws
 * (`test/eval/taggers.ts`): mean average precision was 0.42 with the shipped statistics, 0.45 with those of 32 photos,
 * 0.46 with those of 64. At 20% and more they found 48, 126 and 191 photos, of which 58%, 35% and 34% were right. Only
 * two finds in all reached 80%, so few examples promise little.
 */
const MIN_PHOTOS = 32
/** A description is kept until the library has grown by this factor. */
const GROWTH = 1.5

/** The statistics of a library's photos for a model; throws `bad-params` if both photos and statistics are too few. */
function createLibraryBackground(
  classifiers: Pick<ClassifierRecords, 'embeddingSample'>,
  resourcesDir: string,
): (modelId: string, photos: number) => Background {
  let kept: { background: Background; photos: number } | null = null
  return (modelId, photos) => {
    const isFresh =
      kept !== null &&
      kept.background.modelId === modelId &&
      photos <= kept.photos * GROWTH &&
      photos >= kept.photos / GROWTH
    if (kept !== null && isFresh) return kept.background
    const sample = classifiers.embeddingSample(modelId, BACKGROUND_SAMPLE)
    const shipped = openBackgrounds(resourcesDir).get(modelId)
    const background =
      shipped && sample.length < MIN_PHOTOS
        ? shipped
        : { ...describeBackground(modelId, sample), calibration: shipped?.calibration }
    kept = { background, photos }
    return kept.background
  }
}
