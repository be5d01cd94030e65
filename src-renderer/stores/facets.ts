import { defineStore } from 'pinia'
import { ref, shallowRef, watch } from 'vue'
import type { Facets } from '../../src-main/contract/library/query.ts'
import { useClient } from '../client/use-client.ts'
import { useQuery } from './query.ts'
import { useTagLabels } from './tag-labels.ts'

const nothing: Facets = { total: 0, tags: [], categories: [], ratings: [], faces: [], years: [], statuses: [] }

/**
 * How many photos carry each value: in what is shown (`current`, while someone looks) and in the whole library
 * (`overview`).
 */
export const useFacets = defineStore('facets', () => {
  const client = useClient()
  const query = useQuery(),
    labels = useTagLabels()
  const current = shallowRef<Facets>(nothing)
  const overview = shallowRef<Facets>(nothing)
  const watchers = ref(0)
  let serial = 0

  const learn = ({ tags, categories }: Facets): void => labels.learn([...tags, ...categories])
  const loadOverview = async (): Promise<void> => {
    overview.value = await client.library.search.facets({ filter: query.withSettings({}) })
    learn(overview.value)
  }
  const loadCurrent = async (): Promise<void> => {
    const mine = (serial += 1)
    const facets = await client.library.search.facets({ filter: query.effective.filter })
    learn(facets)
    if (mine === serial) current.value = facets
  }
  /** Reloads what someone looks at; errors are left to the grid, which asks the same library. */
  const refresh = async (): Promise<void> => {
    await Promise.allSettled([loadOverview(), ...(watchers.value > 0 ? [loadCurrent()] : [])])
  }

  const look = (): void => {
    watchers.value += 1
    void loadCurrent().catch(() => undefined)
  }
  const lookAway = (): void => {
    watchers.value = Math.max(0, watchers.value - 1)
  }
  watch(
    () => JSON.stringify(query.effective.filter),
    () => void refresh(),
  )

  return { current, overview, refresh, look, lookAway }
})
