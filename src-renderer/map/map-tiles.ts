import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { chosenServer, serverInUse, sourceOf, type TileState } from '../../src-main/contract/library/map-tiles.ts'
import { hasSharpTiles, type TilePlace } from '../../src-main/contract/library/tile-template.ts'
import { useClient } from '../client/use-client.ts'
import { useSetting, useSettings } from '../settings/settings.ts'
import { useShell } from '../client/shell.ts'

/** Tiles for the background of the map: whether there are any, where they are, and what keeps them from coming. */
export const useMapTiles = defineStore('map-tiles', () => {
  const client = useClient(),
    shell = useShell(),
    settings = useSettings()
  const tiles = useSetting('mapTiles')
  const state = ref<TileState>({ problem: null, retryAt: null })
  /** Rises when tiles that did not come may come now. */
  const attempt = ref(0)
  /** Null until the library knows of it, too: it would answer that there are no tiles. */
  const server = computed(() => (tiles.value.isOn ? serverInUse(settings.saved.mapTiles) : null))
  /** The server that was chosen, used or not. */
  const chosen = computed(() => chosenServer(tiles.value))
  const isSharp = computed(() => server.value !== null && hasSharpTiles(server.value.template))

  const accept = (next: TileState): void => {
    const wasHeld = state.value.problem !== null
    state.value = next
    if (wasHeld && next.problem === null) attempt.value++
  }
  const load = async (): Promise<void> => accept(await client.library.map.tileState())
  /** Asks for tiles that did not come once more. */
  const tryAgain = async (): Promise<void> => {
    await client.library.map.retryTiles()
    attempt.value++
  }
  /** Where a tile is; empty while tiles are switched off. */
  const addressOf = (place: TilePlace, pixelRatio: number): string => {
    if (server.value === null) return ''
    const scale = pixelRatio > 1 && isSharp.value ? 2 : 1
    return shell.tileOf({ ...place, source: sourceOf(server.value), scale })
  }
  const setOn = (isOn: boolean): void => {
    tiles.value = { ...tiles.value, isOn }
  }

  return { tiles, state, attempt, server, chosen, accept, load, tryAgain, addressOf, setOn }
})
