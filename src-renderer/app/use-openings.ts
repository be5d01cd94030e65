import { onScopeDispose, watch } from 'vue'
import { useRouter } from 'vue-router'
import type { Opening } from '../../src-main/contract/shell/opening.ts'
import { useShell } from '../client/use-shell.ts'
import { useToasts } from '../client/use-toasts.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { t } from '../locales/messages.ts'
import { everything, writeAddress } from '../photos/query-address.ts'

/** Shows what the desktop program is asked for from outside. */
export function useOpenings(): void {
  const client = useClient()
  const shell = useShell(),
    toasts = useToasts(),
    loads = useLoads(),
    router = useRouter()
  const lifetime = new AbortController()
  onScopeDispose(() => lifetime.abort())

  const show = async (opening: Opening): Promise<void> => {
    if (opening.kind === 'photo') {
      const { id } = opening
      const [tile] = await client.library.photos.tiles({ ids: [id] })
      if (tile) await router.push(`/photo/${id}`)
      else toasts.say(t('app.notOpened'), t('app.noSuchPhoto'))
      return
    }
    const asked = {
      ...everything,
      ...(opening.kind === 'folder' ? { folderId: opening.id } : {}),
      ...(opening.kind === 'album' ? { albumId: opening.id } : {}),
      ...(opening.kind === 'search' ? { text: opening.text } : {}),
    }
    await router.push({ path: '/', query: writeAddress(asked) })
  }
  const follow = async (): Promise<void> => {
    const { signal } = lifetime
    for await (const opening of await client.shell.openings(undefined, { signal }))
      await toasts.attempt(t('app.notOpened'), () => show(opening))
  }
  watch(
    () => shell.info?.kind === 'electron',
    (isDesktop) => {
      if (isDesktop) void loads.ask(follow)
    },
    { immediate: true },
  )
}
