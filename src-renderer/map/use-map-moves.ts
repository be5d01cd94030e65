import { useEventListener } from '@vueuse/core'
import type { Ref } from 'vue'
import { moveBy, zoomBy, type MapPoint, type MapPosition, type MapSize } from './map-position.ts'

/** Distance in CSS pixels that the pointer moves before it drags: a slightly shaky click is still a click. */
const DRAG_PX = 4
/** Zoom per pixel of a wheel. */
const WHEEL = 1 / 240

/** Moves a map by pointer, fingers and wheel. */
export function useMapMoves(element: Ref<HTMLElement | null>, size: () => MapSize, position: Ref<MapPosition>): void {
  const at = ({ clientX, clientY }: { clientX: number; clientY: number }): MapPoint => {
    const box = element.value?.getBoundingClientRect()
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) }
  }
  useEventListener(
    element,
    'wheel',
    (event: WheelEvent) => {
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      position.value = zoomBy(position.value, size(), -event.deltaY * lines * WHEEL, at(event))
    },
    { passive: false },
  )
  usePointers({ element, size, position, at })
}

type Dragging = {
  element: Ref<HTMLElement | null>
  size: () => MapSize
  position: Ref<MapPosition>
  at: (event: PointerEvent) => MapPoint
}

/** One pointer drags, two zoom by their distance. */
class Pointers {
  readonly #map: Dragging
  readonly #down = new Map<number, MapPoint>()
  #isDragging = false

  constructor(map: Dragging) {
    this.#map = map
  }

  press(event: PointerEvent): void {
    if (event.button !== 0) return
    if (this.#down.size === 0) this.#isDragging = false
    this.#down.set(event.pointerId, this.#map.at(event))
  }

  move(event: PointerEvent): void {
    const before = this.#down.get(event.pointerId)
    if (before === undefined) return
    const now = this.#map.at(event)
    if (this.#down.size === 1) this.#drag(event, before, now)
    else this.#pinch(event, now)
  }

  release(event: PointerEvent): void {
    this.#down.delete(event.pointerId)
  }

  /** Suppresses the click that ends a drag. */
  click(event: MouseEvent): void {
    if (this.#isDragging && event.detail > 0) event.stopPropagation()
    this.#isDragging = false
  }

  #drag(event: PointerEvent, before: MapPoint, now: MapPoint): void {
    const { element, size, position } = this.#map
    const isFar = Math.hypot(now.x - before.x, now.y - before.y) >= DRAG_PX
    if (!this.#isDragging && !isFar) return
    if (!this.#isDragging) element.value?.setPointerCapture(event.pointerId)
    this.#isDragging = true
    position.value = moveBy(position.value, size(), before.x - now.x, before.y - now.y)
    this.#down.set(event.pointerId, now)
  }

  #pinch(event: PointerEvent, now: MapPoint): void {
    const { size, position } = this.#map
    const apart = this.#spread()
    this.#down.set(event.pointerId, now)
    this.#isDragging = true
    const steps = Math.log2(this.#spread() / apart)
    if (Number.isFinite(steps)) position.value = zoomBy(position.value, size(), steps, middleOf(this.#down))
  }

  #spread(): number {
    const [a, b] = [...this.#down.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }
}

function usePointers(map: Dragging): void {
  const pointers = new Pointers(map)
  useEventListener(map.element, 'pointerdown', (event: PointerEvent) => pointers.press(event))
  useEventListener(map.element, 'pointermove', (event: PointerEvent) => pointers.move(event))
  useEventListener(map.element, ['pointerup', 'pointercancel'], (event: PointerEvent) => pointers.release(event))
  useEventListener(map.element, 'click', (event: MouseEvent) => pointers.click(event), { capture: true })
}

function middleOf(points: ReadonlyMap<number, MapPoint>): MapPoint {
  const all = [...points.values()]
  return {
    x: all.reduce((sum, { x }) => sum + x, 0) / all.length,
    y: all.reduce((sum, { y }) => sum + y, 0) / all.length,
  }
}
