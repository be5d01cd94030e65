import { computed, shallowRef, watch, type Ref } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'

/** The photo of a view, and the way to another one. */
type OpenedPhoto = { shown: Readonly<Ref<PhotoId>>; open: (id: PhotoId) => void }

/**
 * Shows the photo that was opened last at once; its address follows a moment later. If a view waited for the address,
 * it would draw the surroundings of the next photo beside the previous one, and discard what was loaded for the next.
 */
export function useOpenedPhoto(address: () => PhotoId, navigate: (id: PhotoId) => void): OpenedPhoto {
  /** Photos whose address is pending, the latest last: the address may change to each of them, or only to the last. */
  const opening = shallowRef<readonly PhotoId[]>([])
  const shown = computed(() => opening.value.at(-1) ?? address())
  const open = (id: PhotoId): void => {
    opening.value = id === address() ? [] : [...opening.value, id]
    navigate(id)
  }
  // If the address leads to a photo that was not opened here, that one is shown.
  watch(
    address,
    (id) => {
      const at = opening.value.indexOf(id)
      opening.value = at < 0 ? [] : opening.value.slice(at + 1)
    },
    { flush: 'sync' },
  )
  return { shown, open }
}
