import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { afterPaint } from '../client/after-paint.ts'

/** The photo of a view, and the way to another one. After `leave` no address follows any more. */
type OpenedPhoto = { shown: Readonly<Ref<PhotoId>>; open: (id: PhotoId) => void; leave: () => void }

/**
 * Shows the photo that was opened last at once; its address follows once it is painted. If a view waited for the
 * address, it would draw the surroundings of the next photo beside the previous one, and discard what was loaded for
 * the next.
 */
export function useOpenedPhoto(address: () => PhotoId, navigate: (id: PhotoId) => void): OpenedPhoto {
  /** Photos whose address is pending, the latest last: the address may change to each of them, or only to the last. */
  const opening = shallowRef<readonly PhotoId[]>([])
  const shown = computed(() => opening.value.at(-1) ?? address())
  let isFollowing = false
  let isLeft = false
  const follow = async (): Promise<void> => {
    if (isFollowing) return
    isFollowing = true
    await afterPaint()
    isFollowing = false
    if (!isLeft) navigate(shown.value)
  }
  const open = (id: PhotoId): void => {
    opening.value = id === address() ? [] : [...opening.value, id]
    void follow()
  }
  const leave = (): void => {
    isLeft = true
  }
  onScopeDispose(leave, true)
  // If the address leads to a photo that was not opened here, that one is shown.
  watch(
    address,
    (id) => {
      const at = opening.value.indexOf(id)
      opening.value = at < 0 ? [] : opening.value.slice(at + 1)
    },
    { flush: 'sync' },
  )
  return { shown, open, leave }
}
