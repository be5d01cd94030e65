import { boxOf, heightOf, isShown, lossOf, nameOf, seenOf, widthOf } from './screen-parts.ts'

const CONTROLS = [
  'button, input, select, textarea, a[href], summary',
  ...['button', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'slider', 'tab', 'treeitem', 'gridcell'].map(
    (role) => `[role=${role}]`,
  ),
].join(', ')

/** Faults of the controls in a part of the page: out of reach, or covered by something else. */
export function controlFaults(part: HTMLElement): string[] {
  const controls = [...part.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (each) => isShown(each) && !each.matches(':disabled, [aria-disabled=true]') && widthOf(boxOf(each)) > 0,
  )
  return controls.flatMap((each) => [...outOfReach(each), ...underAnother(each)])
}

function outOfReach(control: HTMLElement): string[] {
  const isLost = lossOf(control, 'across') > 2 || lossOf(control, 'down') > 2
  return isLost ? [`out of reach: ${nameOf(control)}`] : []
}

/** Nothing else may take a click on the middle of a control, unless it is scrolled out of view, or nearly. */
function underAnother(control: HTMLElement): string[] {
  const { left, top, right, bottom } = boxOf(control)
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  const seen = seenOf(control)
  if (widthOf(seen) <= 0 || heightOf(seen) <= 0) return []
  if (x < seen.left + 1 || x > seen.right - 1 || y < seen.top + 1 || y > seen.bottom - 1) return []
  const there = document.elementFromPoint(x, y)
  if (!there || control.contains(there) || isLabelOf(there, control) || isPassing(there, control)) return []
  return [`${nameOf(control)} lies under ${nameOf(there)}`]
}
function isLabelOf(element: Element, control: HTMLElement): boolean {
  const label = element.closest('label')
  return label !== null && (label.control === control || label.contains(control))
}
/**
 * Notices cover everything for some seconds, or until they are closed. In a narrow window a panel covers the photos as
 * long as the person wants. A control below a sticky edge of a list can be scrolled into view.
 */
function isPassing(element: Element, control: HTMLElement): boolean {
  const layer = element.closest('.toaster, .floating') ?? stickyAround(element)
  return layer !== null && !layer.contains(control)
}
function stickyAround(element: Element): Element | null {
  for (let each: Element | null = element; each; each = each.parentElement)
    if (getComputedStyle(each).position === 'sticky') return each
  return null
}
