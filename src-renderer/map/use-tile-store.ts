import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { chosenServer, serverInUse, sourceOf, type TileState } from '../../src-main/contract/library/map-tiles.ts'
import { hasSharpTiles, type TilePlace } from '../../src-main/contract/library/tile-template.ts'
import { useClient } from '../client/use-client.ts'
import { useSetting, useSettings } from '../settings/use-settings.ts'
import { useShell } from '../client/use-shell.ts'

/** Tiles for the background of the map: whether there are any, their addresses, and what prevents loading. */
export const useTileStore = defineStore('map-tiles', () => {
  const client = useClient(),
    shell = useShell(),
    settings = useSettings()
  const tiles = useSetting('mapTiles')
  const state = ref<TileState>({ problem: null, retryAt: null })
  /** Increases when failed tiles may be requested again. */
  const attempt = ref(0)
  /** Null until the library knows it, too: it would answer that there are no tiles. */
  const server = computed(() => (tiles.value.isOn ? serverInUse(settings.saved.mapTiles) : null))
  /** The chosen server, in use or not. */
  const chosen = computed(() => chosenServer(tiles.value))
  const isSharp = computed(() => server.value !== null && hasSharpTiles(server.value.template))

  const accept = (next: TileState): void => {
    const wasHeld = state.value.problem !== null
    state.value = next
    if (wasHeld && next.problem === null) attempt.value++
  }
  const load = async (): Promise<void> => accept(await client.library.map.tileState())
  /** Requests failed tiles again. */
  const tryAgain = async (): Promise<void> => {
    await client.library.map.retryTiles()
    attempt.value++
  }
  /** Address of a tile; empty while tiles are switched off. */
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
