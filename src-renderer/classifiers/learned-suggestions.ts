import { useDebounceFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { WaitingCount } from '../../src-main/contract/library/custom-classifiers.ts'
import { useClient } from '../client/use-client.ts'

/** Events come several at a time; counting looks through all suggestions. */
const WAIT_MS = 300

/** How many suggestions of custom classifiers wait for a yes or no. */
export const useLearnedSuggestions = defineStore('learned-suggestions', () => {
  const { library } = useClient()
  const counts = shallowRef<ReadonlyMap<string, WaitingCount>>(new Map())
  /** Rises whenever suggestions may be others: whoever shows some asks again. */
  const revision = shallowRef(0)
  const load = async (): Promise<void> => {
    counts.value = new Map((await library.classifiers.waiting()).map((each) => [each.id, each]))
    revision.value += 1
  }
  const refreshSoon = useDebounceFn(() => load().catch(() => undefined), WAIT_MS)
  /** How many suggestions of a classifier wait at each whole percent. */
  const certainties = shallowRef<ReadonlyMap<string, readonly number[]>>(new Map())
  const loadCertainties = (id: string): Promise<void> =>
    library.classifiers
      .certainties({ id })
      .then((counted) => void (certainties.value = new Map([...certainties.value, [id, counted]])))
      .catch(() => undefined) // it was removed meanwhile, or the next event asks again
  /** The classifier whose suggestions are gone through, all of them or those of new photos; null where none is. */
  const reviewing = shallowRef<{ id: string; isFresh: boolean } | null>(null)
  /** Sure suggestions for photos that came since their classifier was trained. */
  const fresh = computed(() => [...counts.value.values()].reduce((sum, each) => sum + each.fresh, 0))
  return { counts, revision, certainties, reviewing, fresh, load, loadCertainties, refreshSoon }
})
