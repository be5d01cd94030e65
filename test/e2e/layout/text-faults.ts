import {
  type Axis,
  boxOf,
  heightOf,
  isShown,
  lossOf,
  nameOf,
  seenOf,
  sharedBox,
  widthOf,
  type Box,
} from './screen-parts.ts'

/** The smallest letters in the design, in CSS pixels. */
const MIN_TEXT = 11
/** An ellipsis needs some letters before it, in CSS pixels. */
const MIN_WIDTH = 24
/** Letters are lower than their line: this share of its height may be lost or shared. */
const SLACK = 0.3
const CONTROL = 'button, a[href], [role=menuitem], [role=option], [role=tab], .chip'

type Text = { element: HTMLElement; words: string; box: Box; lines: Box[] }

/** Text faults of a part of the page. */
export function textFaults(part: HTMLElement): string[] {
  const texts = textsOf(part)
  return [
    ...texts.flatMap(smallText),
    ...texts.flatMap(cutText),
    ...texts.flatMap(wideText),
    ...texts.flatMap(wideHyphen),
    ...overlaps(texts),
  ]
}

function textsOf(part: HTMLElement): Text[] {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.textContent!.trim()
    const element = node.parentElement!
    if (words === '' || element.closest('option, script, style, svg title') || !isShown(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    texts.push({ element, words, box: range.getBoundingClientRect(), lines: [...range.getClientRects()] })
  }
  return texts
}
const tellOf = ({ element, words }: Text): string => `"${words.slice(0, 40)}" of ${nameOf(element)}`

function smallText(text: Text): string[] {
  const size = Number.parseFloat(getComputedStyle(text.element).fontSize)
  return size < MIN_TEXT ? [`text of ${size} px: ${tellOf(text)}`] : []
}

/** Digits of equal width come with hyphens of that width, which tear words apart. */
function wideHyphen(text: Text): string[] {
  const isWide = getComputedStyle(text.element).fontVariantNumeric.includes('tabular-nums')
  return isWide && /\p{L}-|-\d*\p{L}/u.test(text.words) ? [`hyphen as wide as a digit: ${tellOf(text)}`] : []
}

/** Text that ends without a sign of it: text cut on purpose ends in an ellipsis, or is shown in full on hover. */
function cutText(text: Text): string[] {
  const { element, box } = text
  const isShortened = (style: CSSStyleDeclaration) => style.textOverflow === 'ellipsis' && style.overflowX !== 'visible'
  const short = closest(element, isShortened) ?? closest(element, ({ webkitLineClamp }) => webkitLineClamp !== 'none')
  if (short && short.scrollWidth > short.clientWidth && short.clientWidth < MIN_WIDTH)
    return [`text without room: ${tellOf(text)}`]
  const lossOn = (axis: Axis): number => (short ? lossOf(short, axis) : lossOf(element, axis, box))
  const across = element.closest('[title]') ? 0 : lossOn('across')
  const down = lossOn('down')
  const isCut = across > 1 || down > heightOf(text.lines[0] ?? box) * SLACK
  return isCut ? [`text is cut off: ${tellOf(text)}`] : []
}
function closest(element: HTMLElement, has: (style: CSSStyleDeclaration) => boolean): HTMLElement | null {
  for (let each: HTMLElement | null = element; each; each = each.parentElement)
    if (has(getComputedStyle(each))) return each
  return null
}

/** Text that runs over the edge of its button or chip. */
function wideText(text: Text): string[] {
  const control = text.element.closest(CONTROL)
  if (!control || isCutOrPlaced(text.element, control)) return []
  const frame = boxOf(control)
  const isWide = text.box.right > frame.right + 1 || text.box.left < frame.left - 1
  const slack = heightOf(text.lines[0] ?? text.box) * SLACK
  const isHigh = text.box.bottom > frame.bottom + slack || text.box.top < frame.top - slack
  return isWide || isHigh ? [`text runs out of its control: ${tellOf(text)}`] : []
}

/** Whether a text is clipped before it leaves its control, or is at its corner on purpose, like a count. */
function isCutOrPlaced(element: HTMLElement, control: Element): boolean {
  for (let each: Element = element; each !== control; each = each.parentElement!) {
    const { overflowX, position } = getComputedStyle(each)
    if (overflowX !== 'visible' || position === 'absolute') return true
  }
  return getComputedStyle(control).overflowX !== 'visible'
}

/** Overlapping lines of text, with nothing between them that hides the lower one. */
function overlaps(texts: readonly Text[]): string[] {
  const lines = texts
    .flatMap((text) => text.lines.map((line) => ({ text, box: seenOf(text.element, line) })))
    .filter(({ box }) => widthOf(box) > 2 && heightOf(box) > 2)
    .sort((a, b) => a.box.top - b.box.top)
  const found = new Set<string>()
  for (const [at, { text, box }] of lines.entries())
    for (let next = at + 1; next < lines.length && lines[next]!.box.top < box.bottom; next++) {
      const other = lines[next]!
      if (other.text !== text && isOver(box, other.box) && !isHidden(text.element, other.text.element, box, other.box))
        found.add(`text over text: ${tellOf(text)} and ${tellOf(other.text)}`)
    }
  return [...found]
}
function isOver(a: Box, b: Box): boolean {
  const shared = sharedBox(a, b)
  return widthOf(shared) > 2 && heightOf(shared) > SLACK * Math.min(heightOf(a), heightOf(b))
}
/** Whether a surface between two elements hides the lower one at their overlap. */
function isHidden(one: HTMLElement, other: HTMLElement, a: Box, b: Box): boolean {
  const { left, top, right, bottom } = sharedBox(a, b)
  const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2)
  const upper = stack.findIndex((each) => each === one || each === other)
  const lower = stack.findLastIndex((each) => each === one || each === other)
  if (upper === -1 || upper === lower) return true
  return stack.slice(upper, lower).some((each) => !each.contains(stack[lower]!) && isSolid(each))
}
const isSolid = (element: Element): boolean =>
  !/^rgba\(.*, 0(\.\d+)?\)$|transparent/.test(getComputedStyle(element).backgroundColor)
