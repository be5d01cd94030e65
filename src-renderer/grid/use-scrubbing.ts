import { ref, type Ref } from 'vue'

/** The pointer moves so far, in CSS pixels, before a press on a button becomes a drag. */
const THRESHOLD_PX = 4

/**
 * Dragging along a track. `pointed` is where along it the pointer is, from 0 to 1, and null while it is elsewhere;
 * `onDrag` is called with each place of a drag. A press on a button is a drag once it moves.
 */
export function useScrubbing(track: Ref<HTMLElement | null>, onDrag: (share: number) => void) {
  const pointed = ref<number | null>(null)
  let pressedAt: number | null = null
  let isDragged = false

  const point = ({ clientY }: PointerEvent): number => {
    const box = track.value?.getBoundingClientRect()
    pointed.value = box ? Math.min(1, Math.max(0, (clientY - box.top) / Math.max(1, box.height))) : 0
    return pointed.value
  }
  const drag = (event: PointerEvent): void => {
    isDragged = true
    ;(event.currentTarget as HTMLElement).setPointerCapture(event.pointerId)
    onDrag(point(event))
  }
  const onPointerdown = (event: PointerEvent): void => {
    if (event.button !== 0) return
    pressedAt = event.clientY
    isDragged = false
    if ((event.target as HTMLElement).closest('button') === null) drag(event)
  }
  const onPointermove = (event: PointerEvent): void => {
    point(event)
    if (pressedAt !== null && (isDragged || Math.abs(event.clientY - pressedAt) >= THRESHOLD_PX)) drag(event)
  }
  const onPointerend = (): void => {
    pressedAt = null
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
  return { pointed, listeners }
}
