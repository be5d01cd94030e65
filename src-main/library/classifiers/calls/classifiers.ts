import type { Catalog } from '../../catalog/catalog.ts'
import type { CustomClassifiers } from '../custom-classifiers.ts'
import { acceptAbove, countByCertainty, listLearned, type SuggestionDependencies } from '../learned-suggestions.ts'
import { countWaiting } from '../count-waiting.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type ClassifierHandlersDependencies = SuggestionDependencies & {
  catalog: Pick<Catalog, 'keywords'>
  classifiers: Pick<
    CustomClassifiers,
    'list' | 'train' | 'trainCategorizer' | 'addExamples' | 'retrain' | 'remove' | 'setCertainty' | 'markSeen'
  >
}

/** Handlers of `classifiers.*`. */
export function classifierHandlers(os: LibraryImplementer, dependencies: ClassifierHandlersDependencies) {
  const { classifiers, catalog } = dependencies
  return {
    list: os.classifiers.list.handler(() => classifiers.list()),
    train: os.classifiers.train.handler(({ input }) => classifiers.train(input)),
    trainCategorizer: os.classifiers.trainCategorizer.handler(({ input }) => classifiers.trainCategorizer(input)),
    addExamples: os.classifiers.addExamples.handler(({ input: { id, ...examples } }) =>
      classifiers.addExamples(id, examples),
    ),
    retrain: os.classifiers.retrain.handler(({ input }) => classifiers.retrain(input.id)),
    remove: os.classifiers.remove.handler(({ input }) => classifiers.remove(input.id)),
    waiting: os.classifiers.waiting.handler(() => countWaiting(dependencies)),
    suggestions: os.classifiers.suggestions.handler(({ input }) => listLearned(dependencies, input)),
    certainties: os.classifiers.certainties.handler(({ input }) => countByCertainty(dependencies, input.id)),
    setCertainty: os.classifiers.setCertainty.handler(({ input }) =>
      classifiers.setCertainty(input.id, input.certainty),
    ),
    acceptAbove: os.classifiers.acceptAbove.handler(({ input }) => acceptAbove(dependencies, input)),
    markSeen: os.classifiers.markSeen.handler(({ input }) => classifiers.markSeen(input.id)),
    answers: os.classifiers.answers.handler(() => catalog.keywords.answers()),
  }
}
