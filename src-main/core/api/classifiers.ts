import type { CustomClassifiers } from '../classifiers/custom-classifiers.ts'
import type { LibraryImplementer } from './dispatch.ts'

export type ClassifierHandlersDependencies = {
  classifiers: Pick<CustomClassifiers, 'list' | 'train' | 'addExamples' | 'retrain' | 'remove'>
}

/** Handlers of `classifiers.*`. */
export function classifierHandlers(os: LibraryImplementer, { classifiers }: ClassifierHandlersDependencies) {
  return {
    list: os.classifiers.list.handler(() => classifiers.list()),
    train: os.classifiers.train.handler(({ input }) => classifiers.train(input)),
    addExamples: os.classifiers.addExamples.handler(({ input: { id, ...examples } }) =>
      classifiers.addExamples(id, examples),
    ),
    retrain: os.classifiers.retrain.handler(({ input }) => classifiers.retrain(input.id)),
    remove: os.classifiers.remove.handler(({ input }) => classifiers.remove(input.id)),
  }
}
