import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { useToasts } from '../client/use-toasts.ts'
import { useClient } from '../client/use-client.ts'
import { t } from '../locales/messages.ts'
import { useSensitivity } from '../pictures/use-sensitivity.ts'

/** Photos of one print, each on a separate page: all their pictures are in memory at once. */
const MAX_PRINTED = 20

/**
 * Prints photos by the dialog of the browser or the desktop program, which is the same call in both. Only photos that
 * may be seen are printed.
 */
export const usePrinting = defineStore('printing', () => {
  const client = useClient(),
    toasts = useToasts()
  const { appearanceOf } = useSensitivity()
  /** What is on the pages; empty unless something is being printed. */
  const photos = shallowRef<readonly PhotoTile[]>([])
  const loaded = ref(new Set<PhotoId>())
  const isReady = computed(() => photos.value.length > 0 && photos.value.every(({ id }) => loaded.value.has(id)))

  const start = (ids: readonly PhotoId[]) =>
    toasts.attempt(t('printing.failed'), async () => {
      if (ids.length > MAX_PRINTED) return toasts.say(t('printing.tooMany', { most: MAX_PRINTED }))
      const tiles = await client.library.photos.tiles({ ids: [...ids] })
      const seen = tiles.filter((tile) => tile.thumbVersion > 0 && appearanceOf(tile) === 'shown')
      if (seen.length === 0) return toasts.say(t('printing.nothing'), t('printing.onlySeen'))
      loaded.value = new Set()
      photos.value = seen
    })
  /** A picture is on its page. */
  const noteLoaded = (id: PhotoId): void => void loaded.value.add(id)
  /** A page without its picture would be printed empty. */
  const noteFailed = (id: PhotoId): void => {
    photos.value = photos.value.filter((photo) => photo.id !== id)
    if (photos.value.length === 0) toasts.say(t('printing.nothing'), t('printing.noPicture'))
  }
  const end = (): void => {
    photos.value = []
  }
  return { photos, isReady, start, noteLoaded, noteFailed, end }
})
