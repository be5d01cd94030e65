import { foreign } from '../../src-main/contract/sentences/say.ts'
import { implement } from '@orpc/server'
import { libraryContract } from '../../src-main/contract/library/library-contract.ts'
import type { LibraryEvent } from '../../src-main/contract/library/library-event.ts'
import type { FileQuestion, QuestionPhoto } from '../../src-main/contract/library/questions.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import { tileOf } from './fake-photos.ts'

/** A photo as shown in a question. */
export function questionPhoto(photo: PhotoDetail): QuestionPhoto {
  const { path, bytes, modifiedAt } = photo
  return { ...tileOf(photo), path, bytes, modifiedAt, tags: [] }
}

/** The calls `questions.*` on a made-up list. */
export function createFakeQuestions(
  questions: FileQuestion[],
  note: (name: string, input: unknown) => void,
  emit: (event: LibraryEvent) => void,
) {
  const calls = implement(libraryContract).questions
  return {
    list: calls.list.handler(() => ({ total: questions.length, questions: [...questions] })),
    answer: calls.answer.handler(({ input }) => {
      note('questions.answer', input)
      const index = questions.findIndex(({ photo }) => photo.id === input.photoId)
      questions.splice(index, 1)
      emit({ type: 'questions.changed' })
      return { changeId: 1, count: 1, kept: 0, sentence: foreign('Found the file of 1 photo') }
    }),
  }
}
