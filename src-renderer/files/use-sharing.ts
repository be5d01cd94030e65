import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useShell } from '../client/use-shell.ts'
import { useToasts } from '../client/use-toasts.ts'
import { useClient } from '../client/use-client.ts'
import { t } from '../locales/messages.ts'
import { usePictureFiles } from '../pictures/use-picture-files.ts'

/** Photos that are shared at once: a browser forgets after some seconds that a person asked for it. */
const MAX_SHARED = 20

/**
 * Shares photos by the list of the system. The desktop program on a Mac hands over their files; a browser gets their
 * pictures without metadata, and none of photos that may not be seen.
 */
export const useSharing = defineStore('sharing', () => {
  const client = useClient(),
    shell = useShell(),
    toasts = useToasts()
  const pictures = usePictureFiles()
  const isOffered = computed(() =>
    shell.info?.kind === 'electron' ? shell.info.canShare : shell.info !== null && canBrowserShare(),
  )

  const start = (ids: readonly PhotoId[]) =>
    toasts.attempt(t('files.notShared'), async () => {
      if (ids.length > MAX_SHARED) return toasts.say(t('files.sharedAtOnce', { most: MAX_SHARED }))
      if (shell.info?.kind === 'electron') return client.shell.share({ ids: [...ids] })
      const files = await pictures.of(await client.library.photos.tiles({ ids: [...ids] }))
      if (files.length === 0) return toasts.say(t('files.notShared'), t('files.nothingToShare'))
      await navigator.share({ files }).catch(refuseAllButCancelling)
    })
  return { isOffered, start }
})

/** Browsers that share files are tested with one: many share only addresses. */
function canBrowserShare(): boolean {
  const sample = new File([], 'photo.webp', { type: 'image/webp' })
  return 'share' in navigator && 'canShare' in navigator && navigator.canShare({ files: [sample] })
}

/** A person who closes the list has decided. */
function refuseAllButCancelling(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
}
