import { useThrottleFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { WaitingCount } from '../../src-main/contract/library/custom-classifiers.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'

/** Events arrive several at a time, and counting reads all suggestions. */
const WAIT_MS = 300

/** How many suggestions of custom classifiers wait for a yes or no. */
export const useLearnedSuggestions = defineStore('learned-suggestions', () => {
  const { library } = useClient()
  const loads = useLoads()
  const counts = shallowRef<ReadonlyMap<string, WaitingCount>>(new Map())
  /** Increases when suggestions may have changed: components that show some request them again. */
  const revision = shallowRef(0)
  const load = async (): Promise<void> => {
    counts.value = new Map((await library.classifiers.waiting()).map((each) => [each.id, each]))
    revision.value += 1
  }
  const refreshSoon = useThrottleFn(() => loads.run(useLearnedSuggestions().load), WAIT_MS, true)
  /** How many suggestions of a classifier wait at each whole percent. */
  const certainties = shallowRef<ReadonlyMap<string, readonly number[]>>(new Map())
  const loadCertainties = async (id: string): Promise<void> => {
    const counted = await loads.ask(() => library.classifiers.certainties({ id }), ['tagger-not-found'])
    if (counted !== undefined) certainties.value = new Map([...certainties.value, [id, counted]])
  }
  /** The classifier whose suggestions are being reviewed, all of them or those of new photos; null if none is. */
  const reviewing = shallowRef<{ id: string; isFresh: boolean } | null>(null)
  /** The number of certain suggestions for photos that arrived after their classifier was trained. */
  const fresh = computed(() => [...counts.value.values()].reduce((sum, each) => sum + each.fresh, 0))
  return { counts, revision, certainties, reviewing, fresh, load, loadCertainties, refreshSoon }
})
