import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { useClient } from '../client/use-client.ts'
import { usePhotoPages } from '../photos/photo-pages.ts'

/** Number of waiting photos that are loaded ahead. */
const AHEAD = 4

/** Which photos are compared, in their order, and where the comparison was opened from. */
export const useCompare = defineStore('compare', () => {
  const { library } = useClient()
  const { expected } = usePhotoPages()
  const ids = shallowRef<readonly PhotoId[]>([])
  const panes = ref(2)
  /** The address to go back to. */
  const from = ref('/')
  const tiles = shallowRef<ReadonlyMap<PhotoId, PhotoTile>>(new Map())
  let wanted: readonly PhotoId[] = []

  const open = (photos: readonly PhotoId[], count: number, address: string): void => {
    ids.value = photos
    panes.value = count
    from.value = address
    tiles.value = new Map()
    wanted = []
  }
  /** Loads the tiles of the shown photos and of the next ones; earlier tiles stay until new ones arrive. */
  const want = async (shown: readonly PhotoId[], waiting: readonly PhotoId[]): Promise<void> => {
    wanted = [...shown, ...waiting.slice(0, AHEAD)]
    await refresh()
  }
  const refresh = async (): Promise<void> => {
    const asked = wanted
    if (asked.length === 0) return
    const found = await expected.read(
      () => library.photos.tiles({ ids: [...asked] }),
      (all, complete) => all.map(complete),
    )
    if (asked === wanted) tiles.value = new Map(found.map((tile) => [tile.id, tile]))
  }
  /** Shows a change before the library reports it; the next `refresh` replaces it. */
  const patch = (changed: ReadonlySet<PhotoId>, part: Partial<PhotoTile>): void => {
    tiles.value = new Map([...tiles.value].map(([id, tile]) => [id, changed.has(id) ? { ...tile, ...part } : tile]))
  }
  expected.addView(patch, refresh)
  const close = (): void => {
    wanted = []
  }
  const isEmpty = computed(() => ids.value.length === 0)

  return { ids, panes, from, tiles, open, want, refresh, close, isEmpty }
})
