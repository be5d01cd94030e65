import { defineStore } from 'pinia'
import { ref, watch } from 'vue'
import type { SectionPlaces } from '../../src-main/contract/library/query.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { CallOrder } from '../client/call-order.ts'
import { usePhotoPages } from '../photos/photo-pages.ts'
import { useQuery } from '../photos/query.ts'

/** Sections of days and of months; others, such as that of photos without a date, have no places. */
const DATED = /^\d{4}-/
/** The library takes this many sections in one call. */
const MAX_SECTIONS = 200

/** Where the photos under the visible headers were taken, by the key of the section. */
export const useSectionPlaces = defineStore('section-places', () => {
  const { library } = useClient()
  const query = useQuery(),
    pages = usePhotoPages(),
    loads = useLoads()
  const places = ref(new Map<string, SectionPlaces>())
  const shown = new Set<string>()
  const order = new CallOrder()
  let isWaiting = false

  const load = async (): Promise<void> => {
    const sections = [...shown].slice(0, MAX_SECTIONS)
    if (sections.length === 0) return
    const isLatest = order.start()
    const { filter } = query.effective
    const loaded = await loads.ask(() => library.search.places({ filter, sections }))
    if (isLatest()) places.value = new Map((loaded ?? []).map((each) => [each.section, each]))
  }
  /** Headers that appear together are requested together. */
  const loadTogether = (): void => {
    if (isWaiting) return
    isWaiting = true
    queueMicrotask(() => {
      isWaiting = false
      void load()
    })
  }
  const show = (section: string): void => {
    if (!DATED.test(section)) return
    shown.add(section)
    if (!places.value.has(section)) loadTogether()
  }
  const hide = (section: string): void => void shown.delete(section)
  const refreshSoon = pages.oncePainted(load)
  watch(
    () => JSON.stringify(query.effective.filter),
    () => {
      places.value = new Map()
      void refreshSoon()
    },
  )

  return { places, show, hide, refresh: load }
})
