import { boxOf, heightOf, isShown, lossOf, nameOf, scrolls, sharedBox, widthOf } from './screen-parts.ts'

const HOLDERS = 'section, aside, main, nav, header, footer, ul, ol, dl, figure, form, [role=grid], [role=list]'
/** Sides in pixels of rendered pictures; the file's own pixels have any other length. */
const SIDES: Readonly<Record<string, number>> = { thumb: 320, large: 640, wide: 1280, preview: 1600, screen: 2560 }
/** The limit for enlarging a picture, which nobody notices (src-renderer/pictures/kind-for-box.ts). */
const ENLARGED = 1.15

/** Layout faults of a part of the page: wider than the window, collapsed, or with too small a picture. */
export function boxFaults(part: HTMLElement): string[] {
  const all = [...part.querySelectorAll<HTMLElement>('*')].filter(isShown)
  return [
    ...(document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth
      ? ['the page is wider than the window']
      : []),
    ...[part, ...all].flatMap(largerThanWindow),
    ...all.filter(isSideways).map((each) => `scrolls to the side: ${nameOf(each)}`),
    ...all.filter(isCollapsed).map((each) => `has no size: ${nameOf(each)}`),
    ...all
      .filter((each) => each instanceof HTMLImageElement && isCoarse(each))
      .map((each) => `coarse: ${nameOf(each)}`),
  ]
}

function largerThanWindow(element: HTMLElement): string[] {
  if (element === document.body || !element.matches('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'))
    return []
  const isLarger = lossOf(element, 'across') > 1 || lossOf(element, 'down') > 1
  return isLarger ? [`larger than the window: ${nameOf(element)}`] : []
}

/** A list that scrolls down should not also scroll sideways; one that scrolls only sideways shows it. */
const isSideways = (element: HTMLElement): boolean =>
  scrolls(element, 'across') &&
  scrolls(element, 'down') &&
  element.scrollWidth > element.clientWidth + 1 &&
  // A table of many columns has its own bar, below it; lines of code are not broken.
  element.querySelector('[role=columnheader]') === null &&
  element.localName !== 'pre'

/** A part whose content takes no space. */
function isCollapsed(element: HTMLElement): boolean {
  if (!element.matches(HOLDERS) || getComputedStyle(element).display === 'contents') return false
  const holds = [...element.children].some((each) => isShown(each) && isInFlow(each))
  return holds && (heightOf(boxOf(element)) < 1 || widthOf(boxOf(element)) < 1)
}
const isInFlow = (element: Element): boolean => !['absolute', 'fixed'].includes(getComputedStyle(element).position)

/** A picture with fewer pixels than its place on the screen, although a larger one exists. */
function isCoarse(image: HTMLImageElement): boolean {
  const { naturalWidth, naturalHeight, clientWidth, clientHeight } = image
  const isCutDown = Math.max(naturalWidth, naturalHeight) >= (SIDES[kindOf(image)] ?? Infinity)
  if (!isCutDown || isUnderAnother(image)) return false
  const scales = [clientWidth / naturalWidth, clientHeight / naturalHeight]
  const isWhole = getComputedStyle(image).objectFit === 'contain'
  return (isWhole ? Math.min(...scales) : Math.max(...scales)) * devicePixelRatio > ENLARGED
}
/** Only thumbnails are in the page itself. */
const kindOf = (image: HTMLImageElement): string =>
  image.src.startsWith('data:image/webp') ? 'thumb' : (/\/photo\/\d+\/(\w+)/.exec(image.src)?.[1] ?? '')
/** Whether a finer picture covers one: of the same photo, if it says which it is of. */
function isUnderAnother(image: HTMLImageElement): boolean {
  const photo = (each: HTMLImageElement) => /\/photo\/\d+/.exec(each.src)?.[0]
  return [...document.images].some(
    (other) =>
      (photo(image) === undefined || photo(other) === photo(image)) &&
      other.naturalWidth > image.naturalWidth &&
      widthOf(sharedBox(boxOf(other), boxOf(image))) > widthOf(boxOf(image)) / 2,
  )
}
