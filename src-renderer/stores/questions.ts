import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { FileQuestion } from '../../src-main/contract/library/questions.ts'
import { useClient } from '../client/use-client.ts'
import { useToasts } from './toasts.ts'

/** Photos whose file is in question: only the person can say which file is whose. */
export const useQuestions = defineStore('questions', () => {
  const { library } = useClient()
  const toasts = useToasts()
  const questions = shallowRef<readonly FileQuestion[]>([])
  const total = ref(0)

  const load = async (): Promise<void> => {
    const found = await library.questions.list({})
    questions.value = found.questions
    total.value = found.total
  }
  /** The candidate's file is that of the photo; null where none of them is. */
  const answer = (photoId: PhotoId, candidateId: PhotoId | null): Promise<boolean> =>
    toasts.attempt('Not decided', async () => {
      const { sentence } = await library.questions.answer({ photoId, candidateId })
      toasts.show({ kind: 'info', title: sentence, detail: '', about: 'change' })
      await load()
    })

  return { questions, total, load, answer }
})
