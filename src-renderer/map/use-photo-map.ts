import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { MapView, PhotoMap } from '../../src-main/contract/library/map.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { CallOrder } from '../client/call-order.ts'
import { useQuery } from '../photos/query.ts'

/** The photos of the current query on the visible part of the map. */
export const usePhotoMap = defineStore('photo-map', () => {
  const { library } = useClient()
  const query = useQuery()
  const map = shallowRef<PhotoMap | null>(null)
  const problem = ref('')
  const order = new CallOrder()
  let shown: Omit<MapView, 'filter'> | null = null

  /** Loads a part of the map; the previous one stays until it is there. */
  const show = async (view: Omit<MapView, 'filter'>): Promise<void> => {
    shown = view
    const isLatest = order.start()
    try {
      const loaded = await library.map.clusters({ filter: query.effective.filter, ...view })
      if (!isLatest()) return
      map.value = loaded
      problem.value = ''
    } catch (error) {
      if (isLatest()) problem.value = describeError(error)
    }
  }
  /** Reloads the visible part; does nothing while no map is open. */
  const refresh = async (): Promise<void> => {
    if (shown !== null) await show(shown)
  }
  const close = (): void => {
    shown = null
    map.value = null
    order.invalidate()
  }

  return { map, problem, show, refresh, close }
})
