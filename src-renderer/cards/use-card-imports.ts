import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { CardProgress } from '../../src-main/contract/library/card-import.ts'
import { useClient } from '../client/use-client.ts'

/** Imports from cards: running, interrupted, and finished since the window opened. */
export const useCardImports = defineStore('card-imports', () => {
  const { library } = useClient()
  const list = ref<readonly CardProgress[]>([])
  const dismissed = ref<ReadonlySet<string>>(new Set())

  const accept = (progress: CardProgress): void => {
    list.value = [...list.value.filter(({ jobId }) => jobId !== progress.jobId), progress]
  }
  const load = async (): Promise<void> => {
    list.value = await library.cards.list()
  }
  const shown = computed(() => list.value.filter(({ jobId }) => !dismissed.value.has(jobId)))
  const of = (jobId: string): CardProgress | undefined => list.value.find((each) => each.jobId === jobId)
  const dismiss = (jobId: string): void => {
    dismissed.value = new Set([...dismissed.value, jobId])
  }
  const cancel = (jobId: string): Promise<void> => library.cards.cancel({ jobId })
  const resume = (jobId: string, sourceId?: string): Promise<unknown> =>
    library.cards.resume({ jobId, ...(sourceId === undefined ? {} : { sourceId }) })

  return { list, shown, accept, load, of, dismiss, cancel, resume }
})
