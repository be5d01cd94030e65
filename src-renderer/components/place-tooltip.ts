type Size = { width: number; height: number }

/** Between a button and its tooltip, in CSS pixels; the same as in the style of `.tooltip`. */
const GAP = 6
/** Between a tooltip and the edges of the window, in CSS pixels. */
const MARGIN = 8

/** Where a tooltip should be, beside its button. */
export type TooltipSide = 'top' | 'bottom' | 'left'

/**
 * The upper left corner of a tooltip in the window. If there is no room at its `side` of the button, it is below or
 * above.
 */
export function placeTooltip(
  button: Pick<DOMRect, 'left' | 'top' | 'bottom' | 'width' | 'height'>,
  { width, height }: Size,
  window: Size,
  side: TooltipSide = 'bottom',
): { x: number; y: number } {
  const within = (at: number, length: number, room: number): number =>
    Math.round(Math.max(MARGIN, Math.min(at, room - MARGIN - length)))
  const before = button.left - GAP - width
  if (side === 'left' && before >= MARGIN)
    return { x: Math.round(before), y: within(button.top + (button.height - height) / 2, height, window.height) }
  const [above, below] = [button.top - GAP - height, button.bottom + GAP]
  const [fitsAbove, fitsBelow] = [above >= MARGIN, below + height <= window.height - MARGIN]
  const isAbove = side === 'top' ? fitsAbove || !fitsBelow : fitsAbove && !fitsBelow
  const middle = button.left + (button.width - width) / 2
  return { x: within(middle, width, window.width), y: Math.round(isAbove ? above : below) }
}
