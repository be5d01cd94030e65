import {
  type Axis,
  type Box,
  boxOf,
  cuts,
  framesAround,
  innerBox,
  isShown,
  nameOf,
  scrolls,
  usablePart,
  windowBox,
} from './screen-parts.ts'

const FOCUSABLE = 'button, input, select, textarea, a[href], summary, [tabindex]'
/** Pixels that nobody misses. */
const SLACK = 0.6

/** Focus rings of the usable part of the page that are cut off, wherever one scrolls. It moves the focus. */
export function findCutRings(): string[] {
  // Those that the tab key reaches: a tab that gets the focus otherwise opens.
  const controls = [...usablePart().querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (each) => each.tabIndex >= 0 && isShown(each),
  )
  const before = document.activeElement as HTMLElement | null
  const found = controls.flatMap((each) => (isRingCut(each) ? [`focus ring is cut off: ${nameOf(each)}`] : []))
  before?.focus({ preventScroll: true })
  return [...new Set(found)]
}

function isRingCut(control: HTMLElement): boolean {
  control.focus({ focusVisible: true, preventScroll: true } as FocusOptions)
  if (document.activeElement !== control) return false
  // Less motion is transitions of no duration, which have yet to end.
  for (const each of control.getAnimations()) each.finish()
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(control)
  const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
  if (outlineStyle === 'none' || reach <= 0) return false
  const { left, top, right, bottom } = boxOf(control)
  const ring = { left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach }
  return isCut(control, ring, 'across') || isCut(control, ring, 'down')
}

/** Whether a box around an element is cut off although the element is not, in each place of what scrolls around it. */
function isCut(element: HTMLElement, ring: Box, axis: Axis): boolean {
  const [start, end] = axis === 'across' ? (['left', 'right'] as const) : (['top', 'bottom'] as const)
  const box = boxOf(element)
  const isCutBy = (frame: Box): boolean =>
    (ring[start] < frame[start] - SLACK && box[start] >= frame[start] - SLACK) ||
    (ring[end] > frame[end] + SLACK && box[end] <= frame[end] + SLACK)
  for (const frame of framesAround(element)) {
    if (cuts(frame, axis) && isCutBy(contentBox(frame))) return true
    if (scrolls(frame, axis) && canScroll(frame, axis)) return false
  }
  return isCutBy(windowBox())
}

/** Where the content of an element may be drawn, if it is scrolled there. */
function contentBox(frame: Element): Box {
  const { left, top } = innerBox(frame)
  const [x, y] = [left - frame.scrollLeft, top - frame.scrollTop]
  return { left: x, top: y, right: x + frame.scrollWidth, bottom: y + frame.scrollHeight }
}
const canScroll = (frame: Element, axis: Axis): boolean =>
  axis === 'across' ? frame.scrollWidth > frame.clientWidth : frame.scrollHeight > frame.clientHeight
