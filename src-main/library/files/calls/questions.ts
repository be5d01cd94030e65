import type { Catalog } from '../../catalog/catalog.ts'
import type { PersonChanges } from '../../history/person-changes.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type QuestionHandlersDependencies = {
  catalog: Pick<Catalog, 'questions'>
  changes: Pick<PersonChanges, 'apply'>
  privacy: Pick<Privacy, 'shown' | 'isHidingAny' | 'requireShown'>
}

/** Handlers of `questions.*`. */
export function questionHandlers(os: LibraryImplementer, { catalog, changes, privacy }: QuestionHandlersDependencies) {
  return {
    list: os.questions.list.handler(({ input }) => {
      if (!privacy.isHidingAny())
        return { total: catalog.questions.count(), questions: catalog.questions.open(input.limit) }
      const open = catalog.questions.open(catalog.questions.count())
      const questions = open.filter(({ photo, candidates }) => {
        const photos = [photo, ...candidates]
        return privacy.shown(photos).length === photos.length
      })
      return { total: questions.length, questions: questions.slice(0, input.limit) }
    }),
    answer: os.questions.answer.handler(({ input }) => {
      privacy.requireShown([input.photoId, ...(input.candidateId === null ? [] : [input.candidateId])])
      return changes.apply(catalog.questions.answer(input.photoId, input.candidateId))
    }),
  }
}
