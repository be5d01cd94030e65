import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { MAX_EXAMPLES, ClassExamples, type ClassifierInfo } from '../../contract/analysis/classifier.ts'
import { AppError } from '../../contract/errors.ts'
import type { Findings } from '../../analysis/photo/findings.ts'
import { applyClassifier } from '../../analysis/classifiers/apply-classifier.ts'
import { describeClassifier, type Classifier } from '../../analysis/classifiers/classifier.ts'
import {
  addExamples,
  trainClassifier,
  retrainClassifier,
  type TrainingOptions,
} from '../../analysis/classifiers/train-classifier.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { createLibraryBackground } from './library-background.ts'

/** A library's own taggers: learned from its photos, kept with it, applied to all of them and to each new one. */
export type ClassifierTraining = {
  list(): ClassifierInfo[]
  /** Throws `tagger-not-found`. */
  get(id: string): ClassifierInfo
  /** Learns from photos and keeps the tagger; throws `bad-params` (also where the id is taken) or `not-analysed`. */
  learn(lesson: { id: string } & Record<string, unknown>): ClassifierInfo
  /** Adds examples and learns again as the next version. */
  addExamples(id: string, examples: unknown): ClassifierInfo
  /**
   * Learns again from the photos kept, with the present model. Photos a tag was taken off since are examples of what it
   * is not. The version stays where nothing changed.
   */
  retrain(id: string): ClassifierInfo
  remove(id: string): void
  /**
   * Tags every photo from its stored embedding, in slices that leave room for other work; a few seconds for 100,000
   * photos.
   */
  applyToAll(
    id: string,
    options?: { signal?: AbortSignal; onProgress?(done: number): void },
  ): Promise<{ photos: number; changed: number }>
  /** Tags one photo after its analysis was saved; call it for each outcome with an embedding. */
  takeUp(photoId: number, findings: Findings): void
}

export type ClassifierTrainingDependencies = {
  catalog: Pick<Catalog, 'taggers' | 'analysis'>
  resourcesDir: string
  /** The model whose embeddings are made now, or null. */
  presentModel(): string | null
  onChanged(photoIds: readonly number[]): void
  now(): number
}

const SLICE = 1000
const Additions = z.array(ClassExamples).min(1).max(200)

/** Opens the library's own taggers. */
export function createClassifierTraining(parts: ClassifierTrainingDependencies): ClassifierTraining {
  const { catalog, onChanged } = parts
  const { taggers } = catalog
  const backgroundOf = createLibraryBackground(taggers, parts.resourcesDir)
  /** The taggers as last kept, so that a new photo costs no reading. */
  let known: readonly Classifier[] | null = null
  const teaching = (photoIds: readonly number[]): TrainingOptions => {
    const modelId = parts.presentModel()
    if (modelId === null)
      throw new AppError(
        'model-not-found',
        'No model that describes photos is installed, so nothing can be learned. Install the models again.',
      )
    const vectors = taggers.embeddingsOf(photoIds, modelId)
    return {
      background: backgroundOf(modelId, catalog.analysis.counts().ready),
      embeddingOf: (id) => vectors.get(id) ?? null,
      now: parts.now,
    }
  }
  const keep = (tagger: Classifier): ClassifierInfo => {
    taggers.save(tagger)
    known = null
    return describeClassifier(taggers.get(tagger.id))
  }
  return {
    list: () => taggers.list().map(describeClassifier),
    get: (id) => describeClassifier(taggers.get(id)),
    learn(lesson) {
      if (taggers.exists(lesson.id))
        throw new AppError('bad-params', `"${lesson.id}" is there already; add the photos to it, or choose another id.`)
      return keep(trainClassifier(lesson, teaching(namedIn(lesson['classes']))))
    },
    addExamples(id, examples) {
      const tagger = taggers.get(id)
      const parsed = Additions.safeParse(examples)
      if (!parsed.success) throw new AppError('bad-params', z.prettifyError(parsed.error))
      return keep(addExamples(tagger, parsed.data, teaching([...namedIn(tagger.classes), ...namedIn(parsed.data)])))
    },
    retrain(id) {
      const tagger = taggers.get(id)
      const corrections = tagger.kind === 'tagger' ? correctionsOf(tagger, taggers.takenOff) : []
      const parts = teaching([...namedIn(tagger.classes), ...namedIn(corrections)])
      const again = corrections.length > 0 ? addExamples(tagger, corrections, parts) : retrainClassifier(tagger, parts)
      return again === tagger ? describeClassifier(tagger) : keep(again)
    },
    remove(id) {
      onChanged(taggers.remove(id))
      known = null
    },
    applyToAll: (id, options) => applyToAll(parts, taggers.get(id), options),
    takeUp(photoId, { embedding }) {
      if (embedding === undefined) return
      known ??= taggers.list()
      const changed = known
        .filter((tagger) => tagger.modelId === embedding.modelId)
        .flatMap((tagger) => taggers.saveResults(tagger, [{ photoId, classes: applyClassifier(tagger, embedding) }]))
      if (changed.length > 0) onChanged([photoId])
    },
  }
}

/** What a person took off since a tag was learned, as examples of what it is not. */
function correctionsOf({ classes }: Classifier, takenOff: (name: string) => number[]): ClassExamples[] {
  return classes.flatMap(({ name, negatives }) => {
    const known = new Set(negatives)
    const added = takenOff(name)
      .filter((id) => !known.has(id))
      .slice(0, MAX_EXAMPLES - negatives.length)
    return added.length > 0 ? [{ name, positives: [], negatives: added }] : []
  })
}

/** The photos named in a lesson, as far as it is well formed; what is not is refused when it is checked. */
function namedIn(classes: unknown): number[] {
  const parsed = z
    .array(z.object({ positives: z.array(z.number()), negatives: z.array(z.number()).default([]) }))
    .safeParse(classes)
  if (!parsed.success) return []
  return [...new Set(parsed.data.flatMap(({ positives, negatives }) => [...positives, ...negatives]))].slice(
    0,
    400 * MAX_EXAMPLES,
  )
}

async function applyToAll(
  { catalog, onChanged }: ClassifierTrainingDependencies,
  tagger: Classifier,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?(done: number): void } = {},
): Promise<{ photos: number; changed: number }> {
  const totals = { photos: 0, changed: 0 }
  let slice: { photoId: number; classes: ReturnType<typeof applyClassifier> }[] = []
  const keepSlice = async () => {
    const changed = catalog.taggers.exists(tagger.id) ? catalog.taggers.saveResults(tagger, slice) : []
    totals.changed += changed.length
    totals.photos += slice.length
    slice = []
    if (changed.length > 0) onChanged(changed)
    onProgress?.(totals.photos)
    await setImmediate()
  }
  for (const { id, vector } of catalog.analysis.embeddings(tagger.modelId)) {
    if (signal?.aborted) return totals
    slice.push({ photoId: id, classes: applyClassifier(tagger, { modelId: tagger.modelId, vector }) })
    if (slice.length === SLICE) await keepSlice()
  }
  if (slice.length > 0) await keepSlice()
  return totals
}
