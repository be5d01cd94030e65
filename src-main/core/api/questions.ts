import type { Catalog } from '../catalog/catalog.ts'
import type { PersonChanges } from '../changes/person-changes.ts'
import type { LibraryImplementer } from './dispatch.ts'

export type QuestionHandlersDependencies = {
  catalog: Pick<Catalog, 'questions'>
  changes: Pick<PersonChanges, 'apply'>
}

/** Handlers of `questions.*`. */
export function questionHandlers(os: LibraryImplementer, { catalog, changes }: QuestionHandlersDependencies) {
  return {
    list: os.questions.list.handler(({ input }) => ({
      total: catalog.questions.count(),
      questions: catalog.questions.open(input.limit),
    })),
    answer: os.questions.answer.handler(({ input }) =>
      changes.apply(catalog.questions.answer(input.photoId, input.candidateId)),
    ),
  }
}
