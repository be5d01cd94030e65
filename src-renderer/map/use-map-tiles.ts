import { computed, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { sourceOf, type TileServer } from '../../src-main/contract/library/map-tiles.ts'
import type { TilePlace } from '../../src-main/contract/library/tile-template.ts'
import type { MapPosition, MapSize } from './map-position.ts'
import { keyOf, placesOf, tilesInView, tilesToDraw, type DrawnTile } from './tile-layout.ts'

type View = { position: Ref<MapPosition>; size: Ref<MapSize>; server: Ref<TileServer | null>; pixelRatio: Ref<number> }

/** Which tiles are drawn, and whether they are loaded. */
export type MapTilesView = {
  drawn: ComputedRef<DrawnTile[]>
  isThere(tile: TilePlace): boolean
  /** Whether it failed to load; it is left out until it is requested again. */
  hasFailed(tile: TilePlace): boolean
  hasCome(tile: TilePlace): void
  hasNotCome(tile: TilePlace): void
  /** Requests failed tiles again. */
  askAgain(): void
}

/** Follows the view of a map: which tiles are needed, which are loaded, and which stay until the needed ones load. */
export function useMapTiles({ position, size, server, pixelRatio }: View): MapTilesView {
  const present = shallowRef<readonly TilePlace[]>([])
  const failed = ref(new Set<string>())
  const there = computed(() => new Set(present.value.map(keyOf)))
  const needed = computed(() =>
    server.value === null ? [] : tilesInView(position.value, size.value, server.value.maxZoom),
  )
  const toDraw = computed(() => tilesToDraw(needed.value, present.value))
  const drawn = computed(() =>
    toDraw.value.flatMap((tile) => placesOf(tile, position.value, size.value, pixelRatio.value)),
  )
  // A tile that is no longer drawn counts as unloaded: when it is drawn again, it loads again.
  watch(drawn, (now) => {
    const keys = new Set(now.map(keyOf))
    if (present.value.some((tile) => !keys.has(keyOf(tile))))
      present.value = present.value.filter((tile) => keys.has(keyOf(tile)))
  })
  watch(
    () => (server.value === null ? '' : sourceOf(server.value)),
    () => {
      present.value = []
      failed.value.clear()
    },
  )
  return {
    drawn,
    isThere: (tile) => there.value.has(keyOf(tile)),
    hasFailed: (tile) => failed.value.has(keyOf(tile)),
    hasCome: ({ z, x, y }) => {
      if (!there.value.has(keyOf({ z, x, y }))) present.value = [...present.value, { z, x, y }]
    },
    hasNotCome: (tile) => failed.value.add(keyOf(tile)),
    askAgain: () => failed.value.clear(),
  }
}
