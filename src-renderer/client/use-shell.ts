import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { filmAddress } from '../../src-main/contract/library/film.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { tileAddress, type TileRequest } from '../../src-main/contract/library/map-tiles.ts'
import type { ShellInfo } from '../../src-main/contract/shell/contract.ts'
import { useClient } from './use-client.ts'

const MAX_SHOWN = 4000

/** What the program around the page can do, and where its pictures are. */
export const useShell = defineStore('shell', () => {
  const client = useClient()
  const info = ref<ShellInfo | null>(null)

  const load = async (): Promise<void> => {
    info.value = await client.shell.info()
  }

  /** The start of every picture's address; undefined until the program around the page is known. */
  const pictures = computed(() => info.value?.pictures)

  /** Address of a tile of the map's background; empty until the program around the page is known. */
  const tileOf = (request: TileRequest): string => (info.value ? info.value.pictures + tileAddress(request) : '')

  /** Address of a film, for playing it; empty until the program around the page is known. */
  const filmOf = (id: PhotoId): string => (info.value ? info.value.pictures + filmAddress(id) : '')

  const shown = new Set<string>()
  /**
   * Addresses of pictures that were on screen; the oldest are forgotten. They only decide how the next picture appears,
   * so they are not reactive.
   */
  const wasShown = (address: string): boolean => shown.has(address)
  const noteShown = (address: string): void => {
    shown.add(address)
    if (shown.size > MAX_SHOWN) for (const oldest of [...shown].slice(0, MAX_SHOWN / 2)) shown.delete(oldest)
  }

  return { info, load, pictures, tileOf, filmOf, wasShown, noteShown }
})
