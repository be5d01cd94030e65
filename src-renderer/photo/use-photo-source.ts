import { computed, type ComputedRef } from 'vue'
import { usePlace } from '../navigation/use-place.ts'
import { usePhotoPages } from '../photos/photo-pages.ts'
import type { TileSource } from '../photos/tile-source.ts'
import { useSimilar } from '../similar/similar.ts'

/**
 * The list that a photo view steps through: photos like others while those are shown, otherwise those of the search.
 */
export function usePhotoSource(): ComputedRef<TileSource> {
  const place = usePlace(),
    pages = usePhotoPages(),
    similar = useSimilar()
  return computed(() => (place.similar.value ? similar.source : pages))
}
