import { defineStore } from 'pinia'
import { ref, shallowRef, watch } from 'vue'
import type { DayCount, NearnessCount } from '../../src-main/contract/library/query.ts'
import { useClient } from '../client/use-client.ts'
import { CallOrder } from '../client/call-order.ts'
import { useQuery } from '../photos/query.ts'
import { useStacks } from '../stacks/use-stacks.ts'

/** The days of the current query with their photos, in its order; none if it is not sorted by date. */
export const usePhotoDays = defineStore('photo-days', () => {
  const { library } = useClient()
  const query = useQuery()
  const stacks = useStacks()
  const days = shallowRef<readonly DayCount[]>([])
  /** How near photos are to a colour, if they are sorted by it. */
  const nearness = shallowRef<readonly NearnessCount[]>([])
  const isLoaded = ref(false)
  const order = new CallOrder()

  const load = async (): Promise<{ days: readonly DayCount[]; nearness: readonly NearnessCount[] }> => {
    const { filter, sort } = query.effective
    const isByDate = sort.by === 'takenAt'
    const isBestFirst = sort.by === 'match' && sort.order === 'desc'
    return {
      days: isByDate ? await library.search.days({ filter, order: sort.order, ...stacks.asked }) : [],
      nearness: isBestFirst ? await library.search.nearness({ filter, ...stacks.asked }) : [],
    }
  }
  /** The grid, which calls the same library, reports errors; it is then shown without headers. */
  const refresh = async (): Promise<void> => {
    const isLatest = order.start()
    const loaded = await load().catch(() => ({ days: [], nearness: [] }))
    if (!isLatest()) return
    days.value = loaded.days
    nearness.value = loaded.nearness
    isLoaded.value = true
  }
  watch(
    () => JSON.stringify(query.effective),
    () => void refresh(),
  )
  watch(
    () => stacks.asked,
    () => void refresh(),
  )

  return { days, nearness, isLoaded, refresh }
})
