import type { Page } from 'playwright'

/** Milliseconds, counted in the page from the moment of an action. */
type Wait = { start: string; until: string }

/**
 * Does something in the page and waits until something is visible, checking once a frame. Both are expressions of the
 * page; resolves to the milliseconds up to the frame that shows it.
 */
export function timeInPage(page: Page, { start, until }: Wait): Promise<number> {
  return page.evaluate(`new Promise((resolve, reject) => {
    const began = performance.now()
    const last = began + 30000
    ${start};
    const look = () => {
      if (${until}) requestAnimationFrame(() => resolve(performance.now() - began))
      else if (performance.now() > last) reject(new Error('Waited in vain for: ' + ${JSON.stringify(until)}))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`)
}

const SCROLLER = `document.querySelector('[role="grid"]').parentElement`

/** Whether every visible tile shows its picture; a sharper one may still replace it. */
const ALL_SHOWN = `(() => {
  const box = ${SCROLLER}.getBoundingClientRect()
  const tiles = [...document.querySelectorAll('[role="gridcell"]')].filter((tile) => {
    const { top, bottom } = tile.getBoundingClientRect()
    return bottom > box.top + 4 && top < box.bottom - 4
  })
  return tiles.length > 3 && tiles.every((tile) => tile.querySelector('.picture.is-shown img'))
})()`

/** A library of a million photos, read for the first time on a busy machine. */
const OPENING_MS = 300_000

/**
 * From now on each document that opens in the page notes the time of the first frame in which all visible tiles show
 * their pictures. Asked from outside, a page that goes on working would answer later than it is seen.
 */
export const watchFirstScreen = (page: Page): Promise<unknown> =>
  page.addInitScript(`window.firstScreen = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('[role="gridcell"]') && ${ALL_SHOWN}) requestAnimationFrame(resolve)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`)

/**
 * From the start of the navigation until all visible tiles show their pictures, in milliseconds. The page must be
 * watched.
 */
export async function timeFirstScreen(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  return page.evaluate(`Promise.race([
    window.firstScreen,
    new Promise((_, reject) => setTimeout(reject, ${OPENING_MS}, new Error('No first screen came.')))
  ])`)
}

/** From a jump to a position in the list, given as a share of it, until the tiles there show their pictures. */
export const timeJump = (page: Page, share: number): Promise<number> =>
  timeInPage(page, {
    start: `${SCROLLER}.scrollTop = ${SCROLLER}.scrollHeight * ${share}`,
    until: ALL_SHOWN,
  })

/** Scrolls evenly for some seconds, this many pixels a second. */
export const scroll = (page: Page, pixelsPerSecond: number, seconds: number): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const scroller = ${SCROLLER}
    const from = scroller.scrollTop
    const began = performance.now()
    let frames = 0
    const move = (now) => {
      frames += 1
      const passed = now - began
      scroller.scrollTop = from + (passed * ${pixelsPerSecond}) / 1000
      if (passed < ${seconds * 1000}) requestAnimationFrame(move)
      else resolve((frames * 1000) / passed)
    }
    requestAnimationFrame(move)
  })`)

/** From a word in the search field until the count of photos changes. */
export async function timeSearch(page: Page, word: string): Promise<number> {
  const count = `[...document.querySelectorAll('[role="status"]')].map((each) => each.textContent).join()`
  return timeInPage(page, {
    start: `const before = ${count}
      const field = document.querySelector('#search')
      field.focus()
      field.value = ${JSON.stringify(word)}
      field.dispatchEvent(new Event('input', { bubbles: true }))`,
    until: `${count} !== before`,
  })
}

const picture = (kind: string) =>
  `document.querySelector('.pictures:not(.is-ahead) .picture.is-shown img[src*="/${kind}?"]')`

/** From a key until a picture of the then shown photo is there: of another photo than before if `isNext`. */
export function timeKey(page: Page, key: string, kind: string, isNext: boolean): Promise<number> {
  return timeInPage(page, {
    start: `const before = ${picture(kind)}?.src
      const event = { key: ${JSON.stringify(key)}, bubbles: true, cancelable: true }
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', event))`,
    until: `${picture(kind)}?.complete && (${!isNext} || ${picture(kind)}.src !== before)`,
  })
}
