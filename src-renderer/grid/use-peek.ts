import { useEventListener } from '@vueuse/core'
import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import type { TileSource } from '../photos/tile-source.ts'
import { pointUnder } from './peek-place.ts'

/** A photo shown at actual size; `point` is in fractions of its sides, `pointer` in CSS pixels of the window. */
export type Peek = { photo: PhotoTile; point: { x: number; y: number }; pointer: { x: number; y: number } }

/** While a key is held, the photo under the pointer is shown at actual size. */
export function usePeek(scroller: Ref<HTMLElement | null>, source: () => TileSource) {
  const pointer = shallowRef<{ x: number; y: number } | null>(null)
  /** The key being held; empty if none is. */
  const held = ref('')
  const peek = computed<Peek | null>(() => (held.value && pointer.value ? peekAt(pointer.value) : null))

  const peekAt = (at: { x: number; y: number }): Peek | null => {
    const cell = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[data-index]')
    const picture = cell?.querySelector('.picture')
    const photo = source().tile(Number(cell?.dataset['index'] ?? -1))
    if (!picture || !photo || photo.width === 0 || !scroller.value?.contains(picture)) return null
    const fit = picture.classList.contains('contain') ? 'contain' : 'cover'
    return { photo, point: pointUnder(at, picture.getBoundingClientRect(), photo, fit), pointer: at }
  }
  const begin = ({ code }: KeyboardEvent): void => {
    if (held.value === '') held.value = code
  }
  const end = (): void => {
    held.value = ''
  }
  useEventListener(scroller, 'pointermove', ({ clientX, clientY }: PointerEvent) => {
    pointer.value = { x: clientX, y: clientY }
  })
  useEventListener(scroller, 'pointerleave', () => {
    pointer.value = null
  })
  useEventListener(document, 'keyup', ({ code }: KeyboardEvent) => {
    if (code === held.value) end()
  })
  useEventListener(window, 'blur', end)
  // Scrolling brings another photo under the pointer.
  useEventListener(scroller, 'scroll', () => {
    if (held.value && pointer.value) pointer.value = { ...pointer.value }
  })
  watch(() => source().serial, end)
  return { peek, begin }
}
