import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import type { ShellInfo } from '../../src-main/contract/shell/contract.ts'
import { useClient } from '../client/use-client.ts'

const MAX_SEEN = 4000

/** What the program around the page can do, and where pictures are. */
export const useShell = defineStore('shell', () => {
  const client = useClient()
  const info = ref<ShellInfo | null>(null)

  const load = async (): Promise<void> => {
    info.value = await client.shell.info()
  }

  /** Address of a picture; empty while the photo has none. */
  const pictureOf = (tile: Pick<PhotoTile, 'id' | 'thumbVersion'>, kind: 'thumb' | 'preview'): string =>
    info.value && tile.thumbVersion > 0 ? `${info.value.pictures}/photo/${tile.id}/${kind}?v=${tile.thumbVersion}` : ''

  const seen = new Set<string>()
  /**
   * Addresses of pictures that were on screen; the oldest are forgotten. Not reactive: it changes only how the next one
   * appears.
   */
  const wasSeen = (address: string): boolean => seen.has(address)
  const noteSeen = (address: string): void => {
    seen.add(address)
    if (seen.size > MAX_SEEN) for (const oldest of [...seen].slice(0, MAX_SEEN / 2)) seen.delete(oldest)
  }

  return { info, load, pictureOf, wasSeen, noteSeen }
})
