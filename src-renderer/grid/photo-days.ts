import { defineStore } from 'pinia'
import { ref, shallowRef, watch } from 'vue'
import type { DayCount } from '../../src-main/contract/library/query.ts'
import { useClient } from '../client/use-client.ts'
import { CallOrder } from '../client/call-order.ts'
import { useQuery } from '../photos/query.ts'
import { useStacks } from '../stacks/stacks.ts'

/** The days of the current query with their photos, in its order; none if it is not sorted by date. */
export const usePhotoDays = defineStore('photo-days', () => {
  const { library } = useClient()
  const query = useQuery()
  const stacks = useStacks()
  const days = shallowRef<readonly DayCount[]>([])
  const isLoaded = ref(false)
  const order = new CallOrder()

  const load = async (): Promise<readonly DayCount[]> => {
    const { filter, sort } = query.effective
    return sort.by === 'takenAt' ? library.search.days({ filter, order: sort.order, ...stacks.asked }) : []
  }
  /** The grid, which calls the same library, reports errors; it is then shown without headers. */
  const refresh = async (): Promise<void> => {
    const isLatest = order.start()
    const loaded = await load().catch(() => [])
    if (!isLatest()) return
    days.value = loaded
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

  return { days, isLoaded, refresh }
})
