import { defineStore } from 'pinia'
import { computed } from 'vue'
import { useClient } from '../client/use-client.ts'
import { createLoadedSource } from './loaded-source.ts'
import { useQuery } from './query.ts'
import { SimilarSearch } from './similar-search.ts'

/** Photos like one photo. All found ones are held, so that the distance slider filters without another search. */
export const useSimilar = defineStore('similar', () => {
  const { library } = useClient()
  const query = useQuery()
  const search = new SimilarSearch(library, () => query.withSettings({}))
  const { photoId, by, found, tiles, maxDistance, isLoading, problem, serial } = search

  const queryTile = computed(() => (photoId.value === null ? undefined : tiles.value.get(photoId.value)))
  const distances = computed(() => new Map(found.value.map((image) => [image.id, image.distance])))
  const farthest = computed(() => found.value.at(-1)?.distance ?? 1)
  const shown = computed(() =>
    found.value
      .filter((image) => image.distance <= maxDistance.value)
      .flatMap((image) => tiles.value.get(image.id) ?? []),
  )

  return {
    photoId,
    by,
    maxDistance,
    found,
    isLoading,
    problem,
    queryTile,
    distances,
    farthest,
    source: createLoadedSource(shown, serial),
    find: search.find.bind(search),
    refreshTiles: search.refreshTiles.bind(search),
    clear: search.clear.bind(search),
  }
})
