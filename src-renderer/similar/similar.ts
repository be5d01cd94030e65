import { defineStore } from 'pinia'
import { computed } from 'vue'
import { isAsLike } from '../../src-main/contract/library/search/likeness.ts'
import { useClient } from '../client/use-client.ts'
import { comparedIds } from '../navigation/compared.ts'
import { createLoadedSource } from '../photos/create-loaded-source.ts'
import { useOutsidePictures } from '../pictures/outside-pictures.ts'
import { useQuery } from '../photos/query.ts'
import { SimilarSearch } from './similar-search.ts'

/**
 * Photos like others, within the query's results. All results are stored, so that another likeness shows fewer at once.
 */
export const useSimilar = defineStore('similar', () => {
  const { library } = useClient()
  const query = useQuery(),
    pictures = useOutsidePictures()
  const search = new SimilarSearch(library, () => query.effective.filter)
  const { to, by, found, tiles, minLikeness, isLoading, problem, serial } = search

  const queryTiles = computed(() => (to.value ? comparedIds(to.value).flatMap((id) => tiles.value.get(id) ?? []) : []))
  /** The picture from outside that photos are compared with. */
  const picture = computed(() =>
    to.value && 'pictureId' in to.value ? (pictures.known.get(to.value.pictureId) ?? null) : null,
  )
  const shownImages = computed(() =>
    found.value.filter(
      ({ id, likeness }) =>
        tiles.value.has(id) && (minLikeness.value === null || isAsLike(likeness, minLikeness.value)),
    ),
  )
  const shown = computed(() => shownImages.value.flatMap(({ id }) => tiles.value.get(id) ?? []))

  return {
    to,
    by,
    minLikeness,
    found,
    shownImages,
    isLoading,
    problem,
    queryTiles,
    picture,
    source: createLoadedSource(shown, serial),
    find: search.find.bind(search),
    again: search.again.bind(search),
    refreshTiles: search.refreshTiles.bind(search),
    clear: search.clear.bind(search),
  }
})
