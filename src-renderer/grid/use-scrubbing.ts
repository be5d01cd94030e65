import { ref, type Ref } from 'vue'

/** The pointer must move this far, in CSS pixels, before a press on a button becomes a drag. */
const THRESHOLD_PX = 4

/**
 * Dragging along a track. `pointed` is where the pointer is along it, in CSS pixels from its top, or null while it is
 * outside; `onDrag` is called with each place of a drag. A press on a button becomes a drag when it moves.
 */
export function useScrubbing(track: Ref<HTMLElement | null>, onDrag: (place: number) => void) {
  const pointed = ref<number | null>(null)
  const isDragging = ref(false)
  let pressedAt: number | null = null

  const point = ({ clientY }: PointerEvent): number => {
    const box = track.value?.getBoundingClientRect()
    pointed.value = box ? Math.min(box.height, Math.max(0, clientY - box.top)) : 0
    return pointed.value
  }
  const drag = (event: PointerEvent): void => {
    isDragging.value = true
    ;(event.currentTarget as HTMLElement).setPointerCapture(event.pointerId)
    onDrag(point(event))
  }
  const onPointerdown = (event: PointerEvent): void => {
    if (event.button !== 0) return
    pressedAt = event.clientY
    if ((event.target as HTMLElement).closest('button') === null) drag(event)
  }
  const onPointermove = (event: PointerEvent): void => {
    point(event)
    const isMoved = pressedAt !== null && Math.abs(event.clientY - pressedAt) >= THRESHOLD_PX
    if (isDragging.value || isMoved) drag(event)
  }
  const onPointerend = (): void => {
    pressedAt = null
    isDragging.value = false
  }
  const onPointerleave = (): void => {
    if (pressedAt === null) pointed.value = null
  }
  const listeners = {
    pointerdown: onPointerdown,
    pointermove: onPointermove,
    pointerup: onPointerend,
    pointercancel: onPointerend,
    pointerleave: onPointerleave,
  }
  return { pointed, isDragging, listeners }
}
