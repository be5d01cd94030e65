import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { ComparedBy } from '../../src-main/contract/library/search/likeness.ts'
import type { Compared } from '../../src-main/contract/library/similar.ts'
import { readCompared, writeCompared } from './compared.ts'
import { useQuery } from '../photos/query.ts'

/** What is open in the window, read from the address, and navigation to other places. */
export function usePlace() {
  const route = useRoute()
  const router = useRouter()
  const query = useQuery()

  const photoId = computed<PhotoId | null>(() => (route.params['photo'] ? Number(route.params['photo']) : null))
  const similar = computed<{ by: ComparedBy; to: Compared; written: string } | null>(() => {
    const to = readCompared(String(route.params['query'] ?? ''))
    return to && { by: route.params['by'] === 'colors' ? 'colors' : 'content', to, written: writeCompared(to) }
  })
  const isComparing = computed(() => route.name === 'compare')
  /** Bursts are reviewed. */
  const isReviewing = computed(() => route.name === 'bursts')
  /** True if photos are listed and none is open. */
  const isInList = computed(() => photoId.value === null && !isComparing.value && !isReviewing.value)
  const { screen, ...shown } = useScreens()
  const base = computed(() => screen.value ?? placeOf(similar.value))
  /** The address of the list alone: of photos that are like others while those are shown, otherwise of the search. */
  const list = computed(() => placeOf(similar.value) || '/')
  /** True if only the photos of the search are shown. */
  const isLibrary = computed(() => base.value === '')

  /** Every address keeps the query. */
  const at = (path: string) => ({ path, query: query.address })
  /** Resolves once the address is that of the photo. */
  const openPhoto = async (id: PhotoId): Promise<void> => {
    const next = at(`${base.value}/photo/${id}`)
    await (photoId.value === null ? router.push(next) : router.replace(next))
  }
  /** Shows what is like some photos, a part of one or a picture from outside. */
  const openSimilar = (to: Compared, by: ComparedBy = 'content'): void => {
    const next = at(`/similar/${by}/${writeCompared(to)}`)
    void (similar.value && photoId.value === null ? router.replace(next) : router.push(next))
  }
  const go = (path: string) => (): void => void router.push(at(path))
  const screens = {
    openDuplicates: go('/duplicates'),
    openPeople: go('/people'),
    openLearned: go('/learned'),
    openMap: go('/map'),
  }
  const closePhoto = (): void => void router.push(at(base.value || '/'))
  const goToLibrary = (): void => {
    if (route.path !== '/') void router.push(at('/'))
  }

  const opened = { openPhoto, openSimilar, ...screens, closePhoto, goToLibrary }
  return { photoId, similar, isComparing, isReviewing, ...shown, list, isLibrary, isInList, ...opened }
}

/** The start of the address of photos that are like others; empty if those of the search are listed. */
const placeOf = (similar: { by: ComparedBy; written: string } | null): string =>
  similar ? `/similar/${similar.by}/${similar.written}` : ''

/** Which screen is shown in place of the photos, even while one of them is open. */
function useScreens() {
  const route = useRoute()
  const isAt = (name: string) => computed(() => route.name === name || route.name === `${name}-photo`)
  const isInDuplicates = isAt('duplicates'),
    isInPeople = isAt('people'),
    isInLearned = isAt('learned'),
    isMap = isAt('map')
  /** The start of its address; null if photos are listed. */
  const screen = computed(() => {
    if (isInDuplicates.value) return '/duplicates'
    if (isInPeople.value) return '/people'
    if (isInLearned.value) return '/learned'
    return isMap.value ? '/map' : null
  })
  return { isInDuplicates, isInPeople, isInLearned, isMap, screen }
}
