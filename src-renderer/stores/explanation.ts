import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { SearchExplanation } from '../../src-main/contract/library/search/explanation.ts'
import { parse } from '../../src-main/contract/library/search/parse.ts'
import { useClient } from '../client/use-client.ts'
import { CallOrder } from './call-order.ts'
import { useQuery } from './query.ts'

/** How the library understands the present search: what each term finds, and what is wrong with it. */
export const useExplanation = defineStore('explanation', () => {
  const { library } = useClient()
  const query = useQuery()
  const answer = shallowRef<{ text: string; explanation: SearchExplanation } | null>(null)
  const order = new CallOrder()

  const load = async (): Promise<void> => {
    const isLatest = order.start()
    const { text } = query
    // Errors are left to the grid, which calls the same library.
    const explanation =
      text === '' ? null : await library.search.explain({ filter: query.effective.filter }).catch(() => null)
    if (isLatest()) answer.value = explanation === null ? null : { text, explanation }
  }
  watch(() => JSON.stringify(query.effective.filter), load, { immediate: true })

  /** Until the library has answered, what the text alone tells. What is still being typed is left out. */
  const problems = computed(() => {
    const { text } = query
    const known = answer.value?.text === text ? answer.value.explanation.problems : parse(text).problems
    const isUnfinished = (to: number) => query.isTyping && to >= text.length
    return known.filter(({ to, code }) => !(isUnfinished(to) && (code === 'no-value' || code === 'unclosed')))
  })
  return { problems }
})
