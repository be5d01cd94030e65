import type { CustomClassifiers } from '../classifiers/custom-classifiers.ts'
import type { LibraryImplementer } from './dispatch.ts'

export type ClassifierHandlersDependencies = {
  classifiers: Pick<CustomClassifiers, 'list' | 'train' | 'addExamples' | 'retrain' | 'remove'>
}

/** Handlers of `taggers.*`. */
export function classifierHandlers(os: LibraryImplementer, { classifiers }: ClassifierHandlersDependencies) {
  return {
    list: os.taggers.list.handler(() => classifiers.list()),
    learn: os.taggers.learn.handler(({ input }) => classifiers.train(input)),
    addExamples: os.taggers.addExamples.handler(({ input: { id, ...examples } }) =>
      classifiers.addExamples(id, examples),
    ),
    retrain: os.taggers.retrain.handler(({ input }) => classifiers.retrain(input.id)),
    remove: os.taggers.remove.handler(({ input }) => classifiers.remove(input.id)),
  }
}
