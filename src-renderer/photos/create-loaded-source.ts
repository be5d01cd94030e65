import { computed, markRaw, reactive, type Ref } from 'vue'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { BLOCK, tileAt, type TilePages, type TileSource } from './tile-source.ts'

/** A list whose tiles are all loaded, as a source for the grid. `serial` increases when it becomes another list. */
export function createLoadedSource(tiles: Ref<readonly PhotoTile[]>, serial: Ref<number>): TileSource {
  const pages = computed<TilePages>(() => {
    const count = Math.ceil(tiles.value.length / BLOCK)
    return markRaw(new Map(Array.from({ length: count }, (_, page) => [page, pageOf(tiles.value, page)])))
  })
  return reactive({
    total: computed(() => tiles.value.length),
    serial,
    pages,
    tile: (index: number) => tileAt(pages.value, index),
    want: () => undefined,
    ids: async () => tiles.value.map(({ id }) => id),
  })
}

const pageOf = (tiles: readonly PhotoTile[], page: number): readonly PhotoTile[] =>
  tiles.slice(page * BLOCK, (page + 1) * BLOCK)
