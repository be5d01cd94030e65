import { t } from '../locales/messages.ts'
import { useEventListener } from '@vueuse/core'
import { useRouter } from 'vue-router'
import type { PrivacyState } from '../../src-main/contract/library/privacy.ts'
import { useClient } from '../client/use-client.ts'
import { usePlace } from '../navigation/use-place.ts'
import { comparedIds } from '../navigation/compared.ts'
import { usePanels } from '../navigation/use-panels.ts'
import { usePrivacy } from './use-privacy.ts'
import { useRevealed } from './use-revealed.ts'
import { useSelection } from '../photos/selection.ts'
import { useToasts } from '../client/use-toasts.ts'

/** Client mode, locking and unlocking: nothing hidden stays on screen, not even for a moment. */
export function useClientMode() {
  const { library } = useClient()
  const privacy = usePrivacy(),
    toasts = useToasts()
  const clear = useCleared()
  const leaveHidden = useLeaveHidden()

  /** Covers the window until all that it shows is reloaded. Rejects with the library's error. */
  const change = async (run: () => Promise<PrivacyState>): Promise<void> => {
    privacy.isCovered = true
    try {
      privacy.accept(await run())
      await leaveHidden()
      await privacy.reload()
    } finally {
      privacy.isCovered = false
    }
  }
  const hide = async (title: string, run: () => Promise<PrivacyState>): Promise<void> => {
    privacy.hideAll()
    clear()
    if (await toasts.attempt(title, () => change(run))) return
    await toasts.attempt(t('privacy.notKnown'), privacy.load)
  }
  const enter = () => hide(t('privacy.notEntered'), () => library.privacy.setClientMode({ isOn: true }))
  const lock = () => hide(t('privacy.notLocked'), () => library.privacy.lock())
  /** Rejects if the passphrase is wrong. */
  const leave = (passphrase?: string) =>
    change(() => library.privacy.setClientMode({ isOn: false, ...(passphrase === undefined ? {} : { passphrase }) }))
  const unlock = (passphrase: string) => change(() => library.privacy.unlock({ passphrase }))
  const askOrLeave = async (): Promise<void> => {
    if (privacy.state.hasPassphrase) privacy.asks = 'leave'
    else await toasts.attempt(t('privacy.notLeft'), () => leave())
  }
  /** Hides what another window is about to hide, until `done`. */
  const follow = (done: Promise<unknown>) =>
    hide(t('privacy.notKnown'), async () => {
      await done
      return library.privacy.state()
    })
  const toggle = (): Promise<void> => (privacy.state.isClientMode ? askOrLeave() : enter())

  return { enter, leave, lock, unlock, toggle, askOrLeave, follow }
}

/** The one key that works everywhere, even in dialogs and fields: somebody may approach from behind. */
export function useClientModeKey(toggle: () => unknown = useClientMode().toggle): void {
  useEventListener(
    document,
    'keydown',
    (event: KeyboardEvent) => {
      if (event.key !== 'F9' || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      event.stopPropagation()
      if (!event.repeat) void toggle()
    },
    { capture: true },
  )
}

/** Clears the photos that this window holds outside its lists: dialogs, the selection, notices, revealed photos. */
function useCleared(): () => void {
  const panels = usePanels(),
    selection = useSelection(),
    revealed = useRevealed(),
    toasts = useToasts()
  return () => {
    panels.closeDialogs()
    selection.reset()
    revealed.clear()
    for (const { id } of toasts.list) toasts.close(id)
  }
}

/** Returns to the library if the address names a photo that the library does not show any more. */
function useLeaveHidden(): () => Promise<void> {
  const { library } = useClient()
  const place = usePlace(),
    router = useRouter()
  return async () => {
    if (place.isComparing.value) await router.replace('/')
    const named = [place.photoId.value, ...(place.similar.value ? comparedIds(place.similar.value.to) : [])].filter(
      (id) => id !== null,
    )
    if (named.length === 0) return
    const shown = await library.photos.tiles({ ids: named })
    if (named.every((id) => shown.some((tile) => tile.id === id))) return
    await router.replace('/')
  }
}
