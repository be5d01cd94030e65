import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { useShell } from '../client/use-shell.ts'
import { useToasts } from '../client/use-toasts.ts'
import { useClient } from '../client/use-client.ts'
import { t } from '../locales/messages.ts'
import { usePictureFiles } from '../pictures/use-picture-files.ts'
import { useSensitivity } from '../pictures/use-sensitivity.ts'

/** Photos that are shared at once: a browser forgets after some seconds that a person asked for it. */
const MAX_SHARED = 20

/**
 * Shares photos by the list of the system. The desktop program on a Mac hands over their files, a browser their
 * pictures without metadata. Photos that may not be seen are held back, and it says so.
 */
export const useSharing = defineStore('sharing', () => {
  const client = useClient(),
    shell = useShell(),
    toasts = useToasts()
  const pictures = usePictureFiles()
  const { appearanceOf } = useSensitivity()
  const isOffered = computed(() =>
    shell.info?.kind === 'electron' ? shell.info.canShare : shell.info !== null && canBrowserShare(),
  )

  const start = (ids: readonly PhotoId[]) =>
    toasts.attempt(t('files.notShared'), async () => {
      if (ids.length > MAX_SHARED) return toasts.say(t('files.sharedAtOnce', { most: MAX_SHARED }))
      const seen = (await client.library.photos.tiles({ ids: [...ids] })).filter(
        (tile) => appearanceOf(tile) === 'shown',
      )
      const shared = shell.info?.kind === 'electron' ? await shareFiles(seen) : await sharePictures(seen)
      if (shared === null) return
      const heldBack = ids.length - shared
      if (heldBack > 0) toasts.say(t('files.heldBack', { count: heldBack }), t('files.nothingToShare'))
    })
  /** How many were handed over; null if the person closed the list. */
  const shareFiles = async (seen: readonly PhotoTile[]): Promise<number> => {
    if (seen.length > 0) await client.shell.share({ ids: seen.map(({ id }) => id) })
    return seen.length
  }
  const sharePictures = async (seen: readonly PhotoTile[]): Promise<number | null> => {
    const files = await pictures.of(seen)
    if (files.length === 0) return 0
    return navigator.share({ files }).then(() => files.length, refuseAllButCancelling)
  }
  return { isOffered, start }
})

/** Browsers that share files are tested with one: many share only addresses. */
function canBrowserShare(): boolean {
  const sample = new File([], 'photo.webp', { type: 'image/webp' })
  return 'share' in navigator && 'canShare' in navigator && navigator.canShare({ files: [sample] })
}

/** A person who closes the list has decided. */
function refuseAllButCancelling(error: unknown): null {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  return null
}
