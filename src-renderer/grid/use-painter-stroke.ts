import { useEventListener } from '@vueuse/core'
import type { Ref } from 'vue'
import { usePainter } from '../keywords/use-painter.ts'

/** Between two events of a fast pointer, photos are searched in steps of this many CSS pixels. */
const STEP_PX = 16
const CONTROLS = 'button, input, a, [role="columnheader"]'

type Point = { x: number; y: number }

/** Paints the photos that the pointer is pressed on or moves over while the painter is on; one stroke is one change. */
export function usePainterStroke(scroller: Ref<HTMLElement | null>): { onPointerdown(event: PointerEvent): boolean } {
  const painter = usePainter()
  let last: Point | null = null
  let erases = false

  const touch = ({ x, y }: Point): void => {
    const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-photo]')
    if (cell && scroller.value?.contains(cell)) painter.touch(Number(cell.dataset['photo']))
  }
  const goTo = (next: Point): void => {
    const from = last ?? next
    const steps = Math.max(1, Math.ceil(Math.hypot(next.x - from.x, next.y - from.y) / STEP_PX))
    for (let step = 1; step <= steps; step++)
      touch({ x: from.x + ((next.x - from.x) * step) / steps, y: from.y + ((next.y - from.y) * step) / steps })
    last = next
  }
  const pointOf = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY })

  useEventListener(window, 'pointermove', (event: PointerEvent) => {
    if (last !== null && event.buttons !== 0) goTo(pointOf(event))
  })
  useEventListener(window, ['pointerup', 'pointercancel'], (event: PointerEvent) => {
    if (last === null) return
    last = null
    if (event.type === 'pointercancel') painter.cancelStroke()
    else painter.endStroke(erases)
  })
  return {
    /** True if the painter handles the press. */
    onPointerdown: (event) => {
      const isOnControl = (event.target as HTMLElement).closest(CONTROLS) !== null
      if (!painter.isOn || event.button !== 0 || isOnControl) return false
      event.preventDefault()
      erases = event.altKey
      goTo(pointOf(event))
      return true
    },
  }
}
