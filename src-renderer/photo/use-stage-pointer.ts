import { ref, type Ref } from 'vue'
import type { Zoom } from './use-zoom.ts'
import type { Offset } from './zoom-geometry.ts'

/** A turn of a wheel by a hundred pixels zooms by a fifth. */
const WHEEL = 0.0018
/** Browsers report a pinch on a touchpad as a wheel with the Ctrl key, in small steps. */
const PINCH = 0.01
/** Pixels of a line, for a wheel that counts lines. */
const LINE = 16

/** CSS pixels that a pointer may move during a click. */
const STILL = 4

/**
 * Wheel, drag, pinch and click of a stage: a wheel or a pinch zooms where the pointer is, a drag moves the photo, a
 * click calls `land`, and a double click zooms in exactly where the pointer is, or out.
 */
export function useStagePointer(
  stage: Ref<HTMLElement | null>,
  zoom: Pick<Zoom, 'zoomBy' | 'pan' | 'isZoomed' | 'reset' | 'toggle'>,
  land: (point: Offset) => void,
) {
  const fingers = new Map<number, Offset>()
  /** Where the pointer went down on the stage, unless something on it took the pointer. */
  let pressed: Offset | null = null
  /** Whether the photo was enlarged before the first of two clicks. */
  let wasZoomed = false
  const isDragged = ref(false)

  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Offset => {
    const box = stage.value?.getBoundingClientRect()
    return box ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 } : { x: 0, y: 0 }
  }
  const onWheel = (event: WheelEvent): void => {
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE : event.deltaY
    zoom.zoomBy(Math.exp(-pixels * (event.ctrlKey ? PINCH : WHEEL)), fromMiddle(event))
  }
  const onPointerdown = (event: PointerEvent): void => {
    const isControl = event.target instanceof Element && event.target.closest('button') !== null
    if (event.button !== 0 || isControl) return
    fingers.set(event.pointerId, fromMiddle(event))
    pressed = fingers.size === 1 ? fromMiddle(event) : null
    if (!zoom.isZoomed.value && fingers.size < 2) return
    stage.value?.setPointerCapture(event.pointerId)
    isDragged.value = true
  }
  const onPointermove = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId)
    if (!before) return
    const now = fromMiddle(event)
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    fingers.set(event.pointerId, now)
    if (other) pinch(other, before, now)
    else if (isDragged.value) zoom.pan(now.x - before.x, now.y - before.y)
  }
  /** Two fingers: the point between them stays between them. */
  const pinch = (other: Offset, before: Offset, now: Offset): void => {
    const apart = (finger: Offset): number => Math.max(1, Math.hypot(finger.x - other.x, finger.y - other.y))
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
    zoom.pan((now.x - before.x) / 2, (now.y - before.y) / 2)
    zoom.zoomBy(apart(now) / apart(before), middle)
  }
  const onPointerend = (event: PointerEvent): void => {
    fingers.delete(event.pointerId)
    if (fingers.size === 0) isDragged.value = false
  }
  const onClick = (event: MouseEvent): void => {
    const point = fromMiddle(event)
    const isStill = pressed !== null && Math.hypot(point.x - pressed.x, point.y - pressed.y) <= STILL
    pressed = null
    if (!isStill) return
    if (event.detail < 2) {
      wasZoomed = zoom.isZoomed.value
      land(point)
    } else if (event.detail === 2 && !wasZoomed) {
      zoom.reset()
      zoom.toggle(point)
    }
  }
  return { onWheel, onPointerdown, onPointermove, onPointerend, onClick, isDragged }
}
