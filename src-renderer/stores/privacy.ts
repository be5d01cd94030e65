import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { isSensitive, type PhotoTile } from '../../src-main/contract/library/photo.ts'
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

  const accept = (next: PrivacyState): void => {
    state.value = next
  }
  const load = async (): Promise<void> => accept(await library.privacy.state())
  const hides = ({ nsfw, isPrivate, hasVerdict }: Pick<PhotoTile, 'nsfw' | 'isPrivate' | 'hasVerdict'>): boolean =>
    isSensitive(nsfw, state.value.hidesFrom) ||
    (state.value.hidesPrivate && isPrivate) ||
    (state.value.hidesWithoutVerdict && !hasVerdict)

  /** Hides at once what the library is only about to be told of. */
  const hideAll = (): void =>
    accept({ ...state.value, hidesFrom: 'underwear', hidesPrivate: true, hidesWithoutVerdict: true })
  /** Photos that are hidden until they are looked at become fewer as the analysis goes on. */
  const refresh = async (): Promise<void> => {
    if (isDiscreet.value) await load()
  }

  return { state, asks, isCovered, isDiscreet, accept, load, hides, hideAll, refresh }
})
