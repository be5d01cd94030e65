import { computed, shallowRef, watch, type Ref } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'

/** The photo of a view, and the way to another one. */
type OpenedPhoto = { shown: Readonly<Ref<PhotoId>>; open: (id: PhotoId) => void }

/**
 * Shows the photo that was opened last at once. Its address follows a moment later: a view that waited for it would
 * draw what is around the next photo beside the one before, and take down what was made ready of the next.
 */
export function useOpenedPhoto(address: () => PhotoId, navigate: (id: PhotoId) => void): OpenedPhoto {
  /** Those on the way to the address, the last one last: it may come to each of them, or to the last alone. */
  const opening = shallowRef<readonly PhotoId[]>([])
  const shown = computed(() => opening.value.at(-1) ?? address())
  const open = (id: PhotoId): void => {
    opening.value = id === address() ? [] : [...opening.value, id]
    navigate(id)
  }
  // Where the address leads to a photo that was not opened here, that one is shown.
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
