import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { unknownPrivacy, type PrivacyState } from '../../src-main/contract/library/privacy.ts'
import { useClient } from '../client/use-client.ts'

/** Why the passphrase is requested. */
export type PassphrasePurpose = 'unlock' | 'leave'

/** What the library hides from windows. It leaves photos out; this store is for what is already on screen. */
export const usePrivacy = defineStore('privacy', () => {
  const { library } = useClient()
  const state = ref<PrivacyState>(unknownPrivacy)
  /** Set while the passphrase is requested. */
  const asks = ref<PassphrasePurpose | null>(null)
  /** True while nothing may be drawn, because the contents of the screen are older than the change. */
  const isCovered = ref(false)
  /** Locked or in client mode: nothing on screen may reveal that there is more. */
  const isDiscreet = computed(() => state.value.isClientMode || state.value.isLocked)

  /** Reloads all that the window shows after the hidden photos changed; see `reloadWith`. */
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

  /** Hides at once what the library does not yet know to hide. */
  const hideAll = (): void =>
    accept({ ...state.value, hidesSensitive: true, hidesPrivate: true, hidesWithoutVerdict: true })
  /** Photos that are hidden until they are analysed become fewer as the analysis continues. */
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
