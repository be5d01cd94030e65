import { useEventListener, useRafFn } from '@vueuse/core'
import type { Ref } from 'vue'
import { useSelection } from '../photos/selection.ts'
import { useSettings } from '../settings/use-settings.ts'
import { zoomTo } from './grid-zoom.ts'

/** A turn of a wheel by a hundred pixels zooms by a fifth; a pinch on a touchpad has smaller steps. */
const PER_PIXEL = 0.002
const PER_PINCHED_PIXEL = 0.01
/** A wheel turns in steps of at least this many pixels, a pinch on a touchpad in smaller ones. */
const WHEEL_STEP = 40
const PER_KEY = 1.25

type ZoomedList = {
  scroller: Ref<HTMLElement | null>
  /** The first and last visible photo. */
  seen: () => readonly [first: number, last: number]
  /** Keeps a photo where it is on the screen while the layout changes. */
  hold: (index: number) => void
}

/** Zooms the list by Ctrl and wheel, by pinch, and by keys; the photo under the pointer, or the focused one, stays. */
export function useGridZoom({ scroller, seen, hold }: ZoomedList) {
  const settings = useSettings()
  const selection = useSelection()
  /** The wanted size of photos, with fractions, and the photo that stays. */
  let wanted = { size: 0, index: 0 }

  // Once a frame: a long list is laid out again for each size.
  const frame = useRafFn(
    () => {
      frame.pause()
      const { tileSize, grouping } = settings.settings
      const zoom = zoomTo({ tileSize, grouping }, wanted.size)
      if (Math.round(wanted.size) !== zoom.tileSize) wanted.size = zoom.tileSize // beyond a limit
      if (zoom.tileSize === tileSize) return
      hold(wanted.index)
      settings.change(zoom)
    },
    { immediate: false },
  )
  const zoomBy = (factor: number, index: number): void => {
    const { tileSize } = settings.settings
    const isGoingOn = frame.isActive.value || Math.round(wanted.size) === tileSize
    wanted = { size: (isGoingOn ? wanted.size : tileSize) * factor, index }
    frame.resume()
  }
  const inSight = (): number => {
    const [first, last] = seen()
    const { focusIndex } = selection
    return focusIndex >= first && focusIndex <= last ? focusIndex : first
  }
  const under = (target: EventTarget | null): number => {
    const cell = (target as HTMLElement | null)?.closest<HTMLElement>('[data-index]')
    return cell ? Number(cell.dataset['index']) : inSight()
  }

  useEventListener(
    scroller,
    'wheel',
    (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const isWheel = event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL || Math.abs(event.deltaY) >= WHEEL_STEP
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * WHEEL_STEP
      zoomBy(Math.exp(-pixels * (isWheel ? PER_PIXEL : PER_PINCHED_PIXEL)), under(event.target))
    },
    { passive: false },
  )
  usePinch(scroller, (factor, target) => zoomBy(factor, under(target)))
  return {
    zoomIn: () => zoomBy(PER_KEY, inSight()),
    zoomOut: () => zoomBy(1 / PER_KEY, inSight()),
  }
}

/** Two fingers on a touch screen: how much farther apart they are than at the last move. */
function usePinch(element: Ref<HTMLElement | null>, onPinch: (factor: number, target: EventTarget | null) => void) {
  let apart = 0
  const distance = ({ touches }: TouchEvent): number =>
    touches.length === 2
      ? Math.hypot(touches[0]!.clientX - touches[1]!.clientX, touches[0]!.clientY - touches[1]!.clientY)
      : 0
  useEventListener(element, 'touchstart', (event: TouchEvent) => (apart = distance(event)), { passive: true })
  useEventListener(
    element,
    'touchmove',
    (event: TouchEvent) => {
      const now = distance(event)
      if (now > 0 && apart > 0) onPinch(now / apart, event.target)
      apart = now
    },
    { passive: true },
  )
}
