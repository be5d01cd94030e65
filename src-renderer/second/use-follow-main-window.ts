import { until, useEventListener, useIntervalFn } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { useRouter } from 'vue-router'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useActionScope } from '../navigation/use-action-scopes.ts'
import { useSecondWindow, type SecondView } from '../navigation/use-second-window.ts'
import { usePlace } from '../navigation/use-place.ts'
import { usePhotoSource } from '../photo/use-photo-source.ts'
import { readAddress } from '../photos/query-address.ts'
import { useQuery } from '../photos/query.ts'
import { useSelection } from '../photos/selection.ts'
import { findIndex } from '../photos/tile-source.ts'
import { usePrivacy } from '../privacy/use-privacy.ts'
import { useClientMode, useClientModeKey } from '../privacy/use-client-mode.ts'
import { useStacks } from '../stacks/use-stacks.ts'
import { keepPlace, type MainState, type ToMain, type ToSecond } from './window-channel.ts'

/** Milliseconds between looks at whether the main window was closed, which nothing announces. */
const LOOK_EVERY_MS = 500

/** The second window's side: shows what the main window shows, and asks it for everything else. */
export function useFollowMainWindow() {
  const second = useSecondWindow()
  const channel = new BroadcastChannel(window.name)
  onScopeDispose(() => channel.close())
  const state = shallowRef<MainState | null>(null)
  const tell = (message: ToMain): void => channel.postMessage(message)
  channel.addEventListener('message', ({ data }: MessageEvent<ToSecond>) => {
    if (data.kind === 'who') tell({ kind: 'hello', shows: state.value })
    else if (data.kind === 'close') window.close()
    else {
      second.view = data.state.view
      second.isLocked = data.state.isLocked
      state.value = data.state
    }
  })
  second.isHere = true
  second.isOpen = true
  tell({ kind: 'hello' })
  useEventListener(window, 'pagehide', () => {
    keepPlace(window)
    tell({ kind: 'gone' })
  })
  useIntervalFn(() => {
    if ((window.opener as Window | null)?.closed) window.close()
  }, LOOK_EVERY_MS)

  const show = (view: SecondView): void => tell({ kind: 'view', view })
  const toggle = (view: SecondView) => () => (second.view === view ? window.close() : show(view))
  const lock = (isLocked: boolean): void => tell({ kind: 'lock', isLocked })
  useActionScope({
    name: 'window',
    handlers: {
      'second-loupe': toggle('loupe'),
      'second-grid': toggle('grid'),
      'second-lock': () => lock(!second.isLocked),
    },
  })
  usePrivacyOfMain(state, tell)
  return { ...usePhotosOfMain(state, tell), show, lock }
}

type State = Readonly<{ value: MainState | null }>
type Tell = (message: ToMain) => void

/** Covers this window while the main one is covered, and asks that one for client mode, which may need a passphrase. */
function usePrivacyOfMain(state: State, tell: Tell): void {
  const privacy = usePrivacy()
  const { follow } = useClientMode()
  const isMainCovered = () => state.value?.isCovered ?? false
  watch(isMainCovered, (isCovered) => {
    if (isCovered) void follow(until(isMainCovered).toBe(false))
  })
  useClientModeKey(() => {
    if (!privacy.state.isClientMode) privacy.hideAll()
    tell({ kind: 'client-mode' })
  })
}

/** The list and the photo of this window: those of the main one, unless it is locked. */
function usePhotosOfMain(state: State, tell: Tell) {
  const second = useSecondWindow(),
    query = useQuery(),
    stacks = useStacks(),
    selection = useSelection(),
    privacy = usePrivacy()
  const place = usePlace(),
    router = useRouter(),
    source = usePhotoSource()
  const photoId = computed(() => place.photoId.value ?? selection.focusId)
  /** Where the main window led this one; null once a person went elsewhere from there. */
  let led: Pick<MainState, 'photoId' | 'selected'> | null = null
  let choices = 0

  const follow = async (): Promise<void> => {
    const now = state.value
    if (now === null) return
    if (!now.isLocked) query.restore(readAddress(router.resolve(now.list).query))
    if (!now.isLocked) stacks.openOnly(now.openStacks)
    // A state from before the latest choice here would lead back to the photo before it.
    const isLed = !now.isLocked && now.answered >= choices
    const wanted = isLed ? now : { photoId: photoId.value, selected: selection.list }
    led = isLed ? now : null
    const list = now.isLocked ? place.list.value : router.resolve(now.list).path
    const path = now.view === 'loupe' && wanted.photoId !== null ? photoPath(list, wanted.photoId) : list
    await router.replace({ path, query: query.address })
    if (now.view === 'loupe' || wanted.photoId === null) return
    const index = await findIndex(source.value, wanted.photoId)
    if (index >= 0 && now === state.value && !isAt(wanted)) selection.lead(index, wanted.photoId, wanted.selected)
  }
  const isAt = (there: Pick<MainState, 'photoId' | 'selected'>): boolean =>
    photoId.value === there.photoId && (second.view === 'loupe' || isSame(selection.list, there.selected))
  // After the list itself has followed, since another list begins without a selection.
  watch([() => state.value, () => source.value.serial, () => source.value.total > 0], follow, { flush: 'post' })

  watch([photoId, () => selection.list], () => {
    if (state.value === null || state.value.isLocked || privacy.isCovered || photoId.value === null) return
    if (led !== null && isAt(led)) return
    led = null
    choices += 1
    const selected = second.view === 'loupe' ? [photoId.value] : selection.list
    tell({ kind: 'choose', photoId: photoId.value, selected, choice: choices })
  })
  // The keys that close a photo show the list.
  watch(place.photoId, (id) => {
    if (id === null && second.view === 'loupe' && !privacy.isCovered && led?.photoId !== null)
      tell({ kind: 'view', view: 'grid' })
  })
  return { state, photoId, source }
}

const photoPath = (list: string, id: PhotoId): string => `${list === '/' ? '' : list}/photo/${id}`

const isSame = (some: readonly PhotoId[], others: readonly PhotoId[]): boolean =>
  some.length === others.length && some.every((id, index) => id === others[index])
