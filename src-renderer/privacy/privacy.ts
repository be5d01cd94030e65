import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { unknownPrivacy, type PrivacyState } from '../../src-main/contract/library/privacy.ts'
import { useClient } from '../client/use-client.ts'

/** What the passphrase is asked for. */
export type PassphrasePurpose = 'unlock' | 'leave'

/** What the library hides from windows. It leaves photos out; this is for what stands on screen already. */
export const usePrivacy = defineStore('privacy', () => {
  const { library } = useClient()
  const state = ref<PrivacyState>(unknownPrivacy)
  /** Set while the passphrase is asked for. */
  const asks = ref<PassphrasePurpose | null>(null)
  /** True while nothing may be drawn, since what stands on screen is still from before. */
  const isCovered = ref(false)
  /** Locked or in client mode: nothing on screen may tell that there is more. */
  const isDiscreet = computed(() => state.value.isClientMode || state.value.isLocked)

  /** Loads again all that the window shows, once other photos are hidden than before; see `reloadWith`. */
  let reload = async (): Promise<void> => undefined
  const reloadWith = (load: () => Promise<void>): void => {
    reload = load
  }

  const accept = (next: PrivacyState): void => {
    state.value = next
  }
  const load = async (): Promise<void> => accept(await library.privacy.state())
  const hides = (photo: Pick<PhotoTile, 'isSensitive' | 'isPrivate' | 'hasVerdict'>): boolean =>
    (state.value.hidesSensitive && photo.isSensitive) ||
    (state.value.hidesPrivate && photo.isPrivate) ||
    (state.value.hidesWithoutVerdict && !photo.hasVerdict)

  /** Hides at once what the library is only about to be told of. */
  const hideAll = (): void =>
    accept({ ...state.value, hidesSensitive: true, hidesPrivate: true, hidesWithoutVerdict: true })
  /** Photos that are hidden until they are looked at become fewer as the analysis goes on. */
  const refresh = async (): Promise<void> => {
    if (isDiscreet.value) await load()
  }

  return {
    state,
    asks,
    isCovered,
    isDiscreet,
    accept,
    load,
    hides,
    hideAll,
    refresh,
    reload: () => reload(),
    reloadWith,
  }
})
