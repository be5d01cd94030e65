import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { AlbumNode } from '../../src-main/contract/library/albums.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'

/** What the pointer carries from one part of the window to another. */
export type Dragged =
  | { kind: 'photos'; ids: readonly PhotoId[] }
  | { kind: 'keyword'; name: string }
  | { kind: 'album'; node: AlbumNode }

/** What is being dragged within the window: a page cannot read a drag's data while it is over a target. */
export const useDragged = defineStore('dragged', () => {
  const dragged = shallowRef<Dragged | null>(null)
  const begin = (what: Dragged, event: DragEvent): void => {
    dragged.value = what
    if (!event.dataTransfer) return
    event.dataTransfer.effectAllowed = 'copyMove'
    // Some browsers do not start a drag without data; other programs cannot use this data.
    event.dataTransfer.setData(`application/x-lumafold-${what.kind}`, '')
  }
  const end = (): void => {
    dragged.value = null
  }
  // A drag that the system took over, or that ended outside the window, does not report its end.
  useEventListener(window, 'pointermove', ({ buttons }: PointerEvent) => buttons === 0 && end())
  return { dragged, begin, end }
})
