import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { FileQuestion } from '../../src-main/contract/library/questions.ts'
import { useClient } from '../client/use-client.ts'

/** Photos with several candidate files: only the person can decide which file is whose. */
export const useQuestions = defineStore('questions', () => {
  const { library } = useClient()
  const questions = shallowRef<readonly FileQuestion[]>([])
  const total = ref(0)

  const load = async (): Promise<void> => {
    const found = await library.questions.list({})
    questions.value = found.questions
    total.value = found.total
  }

  return { questions, total, load }
})
