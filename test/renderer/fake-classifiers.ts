import { implement, ORPCError } from '@orpc/server'
import { libraryContract } from '../../src-main/contract/library/library-contract.ts'
import type { CustomClassifier } from '../../src-main/contract/library/custom-classifiers.ts'
import type { LibraryEvent } from '../../src-main/contract/library/library-event.ts'
import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import { tileOf } from './fake-photos.ts'

/** A tag suggested for a photo; `isFresh` if it waits in the inbox. */
export type FakeSuggestion = { id: string; photoId: number; name: string; confidence: number; isFresh?: boolean }

type Dependencies = {
  state: () => { classifiers: CustomClassifier[]; suggestions: FakeSuggestion[]; photos: PhotoDetail[] }
  set(classifiers: CustomClassifier[]): void
  note(name: string, input?: unknown): void
  accept(ids: number[], name: string): ChangeResult
  /** Whether the person rejected a tag for a photo. */
  isRejected(photoId: number, name: string): boolean
  emit(event: LibraryEvent): void
}

export const fakeClassifier = (part: Partial<CustomClassifier> = {}): CustomClassifier => ({
  id: 'boat',
  kind: 'tagger',
  version: 1,
  modelId: 'model',
  classes: [{ name: 'Boat', positives: 5, negatives: 0 }],
  createdMs: 1,
  updatedMs: 1,
  photos: 0,
  certainty: 30,
  applying: null,
  problem: null,
  ...part,
})

/** Custom classifiers of the library in memory: nothing is learned, and suggestions are the given ones. */
export function createFakeClassifiers(dependencies: Dependencies) {
  const { state, set, note, accept, isRejected, emit } = dependencies
  const { classifiers } = implement(libraryContract)
  const classifierOf = (id: string): CustomClassifier => {
    const found = state().classifiers.find((each) => each.id === id)
    if (!found) throw new ORPCError('tagger-not-found', { message: `There is no tagger "${id}".` })
    return found
  }
  const noted = (name: string, input: { id: string }): CustomClassifier => {
    note(name, input)
    return classifierOf(input.id)
  }
  const waiting = (id: string) => {
    const photos = new Map(state().photos.map((photo) => [photo.id, photo]))
    return state()
      .suggestions.filter((each) => each.id === id && !isRejected(each.photoId, each.name))
      .flatMap((each) => {
        const photo = photos.get(each.photoId)
        return photo && !photo.tags.some(({ name }) => name === each.name) ? [{ ...each, photo: tileOf(photo) }] : []
      })
  }
  const add = (classifier: CustomClassifier): CustomClassifier => {
    set([...state().classifiers, classifier])
    return classifier
  }
  const replace = (id: string, part: Partial<CustomClassifier>): CustomClassifier => {
    set(state().classifiers.map((each) => (each.id === id ? { ...each, ...part } : each)))
    emit({ type: 'suggestions.changed' })
    return classifierOf(id)
  }
  const sureOf = ({ id, certainty }: CustomClassifier) => waiting(id).filter((each) => each.confidence >= certainty)
  return {
    list: classifiers.list.handler(() => state().classifiers),
    train: classifiers.train.handler(({ input }) => {
      note('classifiers.train', input)
      const { name, positives, negatives } = input
      const classes = [{ name, positives: positives.length, negatives: negatives.length }]
      return add(
        fakeClassifier({ id: name.toLowerCase(), classes, applying: { done: 0, total: state().photos.length } }),
      )
    }),
    trainCategorizer: classifiers.trainCategorizer.handler(({ input }) => {
      note('classifiers.trainCategorizer', input)
      const classes = input.categories.map(({ name, positives }) => ({
        name,
        positives: positives.length,
        negatives: 0,
      }))
      return add(fakeClassifier({ id: input.name.toLowerCase(), kind: 'categorizer', classes }))
    }),
    addExamples: classifiers.addExamples.handler(({ input }) => noted('classifiers.addExamples', input)),
    retrain: classifiers.retrain.handler(({ input }) => noted('classifiers.retrain', input)),
    remove: classifiers.remove.handler(({ input }) => {
      note('classifiers.remove', input)
      set(state().classifiers.filter(({ id }) => id !== input.id))
      emit({ type: 'classifiers.changed', classifiers: state().classifiers })
    }),
    waiting: classifiers.waiting.handler(() =>
      state().classifiers.map((each) => ({
        id: each.id,
        waiting: waiting(each.id).length,
        sure: sureOf(each).length,
        fresh: sureOf(each).filter(({ isFresh }) => isFresh).length,
      })),
    ),
    suggestions: classifiers.suggestions.handler(({ input: { id, order, isFresh, atLeast, offset, limit } }) => {
      const found = (isFresh ? sureOf(classifierOf(id)).filter((each) => each.isFresh) : waiting(id))
        .filter(({ confidence }) => confidence >= atLeast)
        .sort((a, b) =>
          order === 'surest' ? b.confidence - a.confidence : Math.abs(a.confidence - 50) - Math.abs(b.confidence - 50),
        )
      return {
        total: found.length,
        suggestions: found
          .slice(offset, offset + limit)
          .map(({ photo, name, confidence }) => ({ photo, name, confidence })),
      }
    }),
    certainties: classifiers.certainties.handler(({ input }) => {
      const counts = Array.from({ length: 101 }, () => 0)
      for (const { confidence } of waiting(input.id)) counts[Math.floor(confidence)]! += 1
      return counts
    }),
    setCertainty: classifiers.setCertainty.handler(({ input }) => {
      note('classifiers.setCertainty', input)
      return replace(input.id, { certainty: input.certainty })
    }),
    acceptAbove: classifiers.acceptAbove.handler(({ input }) => {
      note('classifiers.acceptAbove', input)
      const found = waiting(input.id).filter(({ confidence }) => confidence >= input.certainty)
      return accept(
        found.map(({ photoId }) => photoId),
        found[0]?.name ?? '',
      )
    }),
    markSeen: classifiers.markSeen.handler(({ input }) => noted('classifiers.markSeen', input)),
    answers: classifiers.answers.handler(() => []),
  }
}
