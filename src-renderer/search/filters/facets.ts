import { defineStore } from 'pinia'
import { ref, shallowRef, watch } from 'vue'
import { noFacets, type Facets } from '../../../src-main/contract/library/query.ts'
import { useClient } from '../../client/use-client.ts'
import { useLoads } from '../../client/use-loads.ts'
import { CallOrder } from '../../client/call-order.ts'
import { usePhotoPages } from '../../photos/photo-pages.ts'
import { useQuery } from '../../photos/query.ts'
import { sideBarSearches } from '../../navigation/side-bar-searches.ts'
import { useTagLabels } from '../../languages/use-tag-labels.ts'

/**
 * How many photos have each value: among the shown photos (`current`, loaded only while something displays it) and in
 * the entire library (`overview`).
 */
export const useFacets = defineStore('facets', () => {
  const client = useClient()
  const query = useQuery(),
    pages = usePhotoPages(),
    labels = useTagLabels(),
    loads = useLoads()
  const current = shallowRef<Facets>(noFacets)
  const overview = shallowRef<Facets>(noFacets)
  /** Photos whose file is missing; no other count includes them, since they are left out unless asked for. */
  const missing = ref(0)
  const viewers = ref(0)
  const order = new CallOrder()

  const rememberLabels = ({ tags, categories }: Facets): void => labels.remember([...tags, ...categories])
  const loadOverview = async (): Promise<void> => {
    overview.value = await client.library.search.facets({ filter: query.withSettings({}) })
    rememberLabels(overview.value)
  }
  const loadMissing = async (): Promise<void> => {
    const filter = query.withSettings({ text: sideBarSearches.missing })
    missing.value = (await client.library.photos.list({ filter, limit: 1 })).total
  }
  const loadCurrent = async (): Promise<void> => {
    const isLatest = order.start()
    const facets = await client.library.search.facets({ filter: query.effective.filter })
    rememberLabels(facets)
    if (isLatest()) current.value = facets
  }
  /** Reloads what is displayed. */
  const refresh = async (): Promise<void> => {
    const parts = [loadOverview, loadMissing, ...(viewers.value > 0 ? [loadCurrent] : [])]
    await Promise.all(parts.map((part) => loads.run(part)))
  }

  /** Keeps `current` loaded until `removeViewer` is called. */
  const addViewer = (): void => {
    viewers.value += 1
    void loads.run(loadCurrent)
  }
  const removeViewer = (): void => {
    viewers.value = Math.max(0, viewers.value - 1)
  }
  useChanges({ query, pages, loadCurrent: () => viewers.value > 0 && loads.run(loadCurrent), refresh })

  return { current, overview, missing, refresh, addViewer, removeViewer }
})

type Reloading = {
  query: ReturnType<typeof useQuery>
  pages: ReturnType<typeof usePhotoPages>
  loadCurrent: () => Promise<void> | false
  refresh: () => Promise<void>
}

/** The query changes with every letter of a search; the counts of the entire library only with the settings. */
function useChanges({ query, pages, loadCurrent, refresh }: Reloading): void {
  watch(() => JSON.stringify(query.effective.filter), pages.oncePainted(loadCurrent))
  watch(
    () => JSON.stringify(query.withSettings({})),
    () => void refresh(),
  )
}
