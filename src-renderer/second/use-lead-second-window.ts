import { computed, onScopeDispose, ref, watch } from 'vue'
import { useRouter } from 'vue-router'
import { SECOND_WINDOW_PATH } from '../../src-main/contract/shell/second-window-path.ts'
import { useToasts } from '../client/use-toasts.ts'
import { t } from '../locales/messages.ts'
import { useActionScope, useActionScopes } from '../navigation/use-action-scopes.ts'
import { useSecondWindow, type SecondView } from '../navigation/use-second-window.ts'
import { usePlace } from '../navigation/use-place.ts'
import { usePhotoSource } from '../photo/use-photo-source.ts'
import { useQuery } from '../photos/query.ts'
import { useSelection } from '../photos/selection.ts'
import { findIndex } from '../photos/tile-source.ts'
import { usePrivacy } from '../privacy/use-privacy.ts'
import { useClientMode } from '../privacy/use-client-mode.ts'
import { useStacks } from '../stacks/use-stacks.ts'
import { featuresOfSecond, nameOfSecond, type MainState, type ToMain, type ToSecond } from './window-channel.ts'

/**
 * The main window's side: opens and closes the second window, sends it the current photo, and shows the photos chosen
 * there. Both are pages of one origin, so that nothing passes through the library.
 */
export function useLeadSecondWindow(): void {
  const second = useSecondWindow()
  const toasts = useToasts()
  const name = nameOfSecond(window)
  const channel = new BroadcastChannel(name)
  onScopeDispose(() => channel.close())
  const tell = (message: ToSecond): void => channel.postMessage(message)
  const { state, answered } = useMainState()
  const tellState = (): void => tell({ kind: 'state', state: state.value })
  watch(
    () => (second.isOpen ? state.value : null),
    (now) => now && tellState(),
  )

  /** Shows the second window in a view; closes it if it shows that view already. */
  const toggle = (view: SecondView): void => {
    if (second.isOpen && second.view === view) {
      tell({ kind: 'close' })
      second.isOpen = false
      return
    }
    second.view = view
    if (second.isOpen) return
    second.isLocked = false
    if (window.open(SECOND_WINDOW_PATH, name, featuresOfSecond()) === null)
      toasts.say(t('second.notOpened'), t('second.allowPopups'))
  }
  useActionScope({
    name: 'window',
    handlers: {
      'second-loupe': () => toggle('loupe'),
      'second-grid': () => toggle('grid'),
      'second-lock': () => {
        second.isLocked = second.isOpen && !second.isLocked
      },
    },
  })

  const choose = useChosenThere()
  const clientMode = useClientMode()
  const receive = async (message: ToMain): Promise<void> => {
    if (message.kind === 'hello') {
      answered.value = 0
      second.view = message.shows?.view ?? second.view
      second.isLocked = message.shows?.isLocked ?? second.isLocked
      second.isOpen = true
      tellState()
    } else if (message.kind === 'gone') second.isOpen = false
    else if (message.kind === 'view') second.view = message.view
    else if (message.kind === 'lock') second.isLocked = message.isLocked
    else if (message.kind === 'client-mode') await clientMode.toggle()
    else {
      await choose(message)
      answered.value = Math.max(answered.value, message.choice)
    }
  }
  channel.addEventListener('message', ({ data }: MessageEvent<ToMain>) => void receive(data))
  tell({ kind: 'who' })
}

/** Where the main window is; `answered` counts what the second one asked for. */
function useMainState() {
  const second = useSecondWindow(),
    query = useQuery(),
    stacks = useStacks(),
    selection = useSelection(),
    privacy = usePrivacy(),
    scopes = useActionScopes()
  const place = usePlace(),
    router = useRouter()
  const answered = ref(0)
  const photoId = computed(() => {
    const compared = place.isComparing.value ? scopes.target?.known()?.[0] : undefined
    return place.photoId.value ?? compared ?? selection.focusId
  })
  const state = computed<MainState>(() => ({
    view: second.view,
    isLocked: second.isLocked,
    list: router.resolve({ path: place.list.value, query: query.address }).fullPath,
    openStacks: stacks.open,
    photoId: photoId.value,
    selected: selection.list,
    isCovered: privacy.isCovered,
    answered: answered.value,
  }))
  return { state, answered }
}

/** Shows photos chosen in the second window; a comparison, or another screen, stays. */
function useChosenThere(): (choice: Pick<MainState, 'selected'> & { photoId: number }) => Promise<void> {
  const place = usePlace(),
    selection = useSelection()
  const source = usePhotoSource()
  return async ({ photoId, selected }) => {
    if (place.photoId.value !== null) return place.openPhoto(photoId)
    const index = place.isInList.value ? await findIndex(source.value, photoId) : -1
    if (index >= 0) selection.lead(index, photoId, selected)
  }
}
