/** The visible parts of a page, with their places. This folder's modules run in the page, except layout-faults.ts. */

export type Box = { left: number; top: number; right: number; bottom: number }
export type Axis = 'across' | 'down'

/** Parts that open over the others and block them, or are only temporary. */
const LAYERS = [
  '[role=menu], [role=listbox]',
  '[role=alertdialog], [role=dialog]',
  'section.view:not([data-area=page])',
]

/** The part of the page that a person can use: the topmost layer, or all of it. */
export function usablePart(): HTMLElement {
  const last = (layer: string): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>(layer)].filter(isShown).at(-1)
  return LAYERS.map(last).find((part) => part !== undefined) ?? document.body
}

/** Elements for screen readers alone, or shown once the keyboard reaches them. */
const UNSEEN = '[inert], .visually-hidden, .hidden, .skip:not(:focus)'

/** Whether an element is drawn. */
export function isShown(element: Element): boolean {
  if (element.closest(UNSEEN)) return false
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
}

/** A person's name for an element: its kind, its name or first words, and the part of the window it is in. */
export function nameOf(element: Element): string {
  const words = (element.getAttribute('aria-label') ?? element.textContent).replaceAll(/\s+/g, ' ').trim()
  const within = element.parentElement?.closest('[aria-label]')?.getAttribute('aria-label')
  const kind = element.getAttribute('role') ?? `${element.localName}.${[...element.classList].join('.')}`
  return `${kind} "${words.slice(0, 50)}"${within ? ` in "${within.slice(0, 40)}"` : ''}`
}

export const boxOf = (element: Element): Box => element.getBoundingClientRect()
export const widthOf = ({ left, right }: Box): number => right - left
export const heightOf = ({ top, bottom }: Box): number => bottom - top
/** The intersection of two boxes; its width or height is negative if they are apart. */
export const sharedBox = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
})
export const windowBox = (): Box => ({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })

/** Where an element may show something, within its border. */
export function innerBox(element: Element): Box {
  const { left, top } = element.getBoundingClientRect()
  const [x, y] = [left + element.clientLeft, top + element.clientTop]
  return { left: x, top: y, right: x + element.clientWidth, bottom: y + element.clientHeight }
}

export const scrolls = (element: Element, axis: Axis): boolean =>
  ['auto', 'scroll'].includes(getComputedStyle(element)[axis === 'across' ? 'overflowX' : 'overflowY'])
export const cuts = (element: Element, axis: Axis): boolean =>
  getComputedStyle(element)[axis === 'across' ? 'overflowX' : 'overflowY'] !== 'visible'

/** The elements around one that clip or scroll it, from the inside out. */
export function framesAround(element: Element): Element[] {
  const found: Element[] = []
  let { position } = getComputedStyle(element)
  for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
    const style = getComputedStyle(each)
    const isHolder = style.position !== 'static' || style.transform !== 'none'
    // An element outside the flow is clipped by its containing block, not by its parent.
    if (position === 'fixed' ? style.transform === 'none' : position === 'absolute' && !isHolder) continue
    if (cuts(each, 'across') || cuts(each, 'down')) found.push(each)
    position = style.position
  }
  return found
}

/** The same, with the element itself if it clips or scrolls its content. */
const framesOf = (element: Element): Element[] =>
  cuts(element, 'across') || cuts(element, 'down') ? [element, ...framesAround(element)] : framesAround(element)

/** The visible part of an element, or of a `part` of its content; of a negative size if nothing is visible. */
export function seenOf(element: Element, part?: Box): Box {
  let seen = sharedBox(part ?? boxOf(element), windowBox())
  for (const frame of part ? framesOf(element) : framesAround(element)) {
    const inner = innerBox(frame)
    const across = cuts(frame, 'across') ? inner : seen
    const down = cuts(frame, 'down') ? inner : seen
    seen = sharedBox(seen, { left: across.left, right: across.right, top: down.top, bottom: down.bottom })
  }
  return seen
}

/** Pixels of an element, or of a `part` of its content, that are cut off and cannot be scrolled into view. */
export function lossOf(element: Element, axis: Axis, part?: Box): number {
  const box = part ?? boxOf(element)
  const [start, end] = axis === 'across' ? (['left', 'right'] as const) : (['top', 'bottom'] as const)
  const lossIn = (frame: Box): number => Math.max(0, frame[start] - box[start], box[end] - frame[end])
  let loss = 0
  for (const frame of part ? framesOf(element) : framesAround(element)) {
    if (scrolls(frame, axis)) return loss
    if (cuts(frame, axis)) loss = Math.max(loss, lossIn(innerBox(frame)))
  }
  return axis === 'down' && pageScrolls() ? loss : Math.max(loss, lossIn(windowBox()))
}
/** Whether the page is read like a text, from top to bottom; the window of the program does not scroll. */
const pageScrolls = (): boolean =>
  [document.documentElement, document.body].every((each) => getComputedStyle(each).overflowY !== 'hidden')
