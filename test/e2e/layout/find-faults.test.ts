import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings } from '../axe-findings.ts'
import { openBrowser } from '../open-browser.ts'
import { LayoutFinder, windowSizes } from './layout-faults.ts'

/** The detector of layout faults finds each fault, and nothing if there is none. */

const long = 'A text that is much too long for its place'
const box = 'position: absolute; left: 20px; width: 120px; height: 32px'
const faulty: readonly [name: string, page: string, fault: RegExp][] = [
  ['text that is cut off', `<p style="${box}; overflow: hidden; white-space: nowrap">${long}</p>`, /^text is cut off/],
  ['lines that are cut off', `<p style="${box}; overflow: hidden">${long} ${long}</p>`, /^text is cut off/],
  ['text outside the window', `<p style="${box}; left: 850px; white-space: nowrap">${long}</p>`, /^text is cut off/],
  [
    'an ellipsis alone',
    `<p style="${box}; width: 20px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">${long}</p>`,
    /^text without room/,
  ],
  ['text wider than its button', `<button style="${box}; white-space: nowrap">${long}</button>`, /^text runs out/],
  ['text over text', `<p style="${box}">Some words</p><p style="${box}">Other words</p>`, /^text over text/],
  ['small letters', '<p style="font-size: 10px">Small words</p>', /^text of 10 px/],
  ['a control outside the window', `<button style="${box}; top: 690px">Save</button>`, /^out of reach/],
  [
    'a control under another',
    `<button style="${box}">Save</button><div style="${box}; background: red"></div>`,
    /lies under div/,
  ],
  ['a page that is too wide', '<div style="width: 1000px; height: 10px"></div>', /^the page is wider/],
  [
    'a dialog that is too large',
    '<div role="dialog" style="position: fixed; inset: 20px; height: 800px">Words</div>',
    /^larger than the window/,
  ],
  [
    'a panel that scrolls to the side',
    '<div style="width: 200px; height: 200px; overflow: auto"><div style="width: 300px; height: 10px"></div></div>',
    /^scrolls to the side/,
  ],
  ['a list without height', '<ul style="height: 0"><li>Words</li></ul>', /^has no size: ul/],
  [
    'a word whose hyphen is as wide as a digit',
    '<p style="font-variant-numeric: tabular-nums">24-70mm</p>',
    /^hyphen as wide as a digit/,
  ],
]
const sound: readonly [name: string, page: string][] = [
  [
    'text that ends in an ellipsis',
    `<p style="${box}; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">${long}</p>`,
  ],
  [
    'text that is told on hover',
    `<p title="${long}" style="${box}; overflow: hidden; white-space: nowrap">${long}</p>`,
  ],
  [
    'what can be scrolled to',
    `<div style="${box}; overflow: auto"><div style="height: 200px">Words</div><button>Save</button></div>`,
  ],
  [
    'text that is hidden by what lies over it',
    `<p style="${box}">Some words</p><p style="${box}; background: white">Other words</p>`,
  ],
  ['a checkbox in its label', '<label>Keep <input type="checkbox" style="opacity: 0.5" /></label>'],
]

/** The program's window as a whole does not scroll. */
const window = (content: string): string => `<style>body { overflow: hidden; }</style>${content}`

let browser: Browser
let page: Page
let layout: LayoutFinder

beforeAll(async () => {
  layout = await LayoutFinder.make()
  browser = await openBrowser()
  page = await browser.newPage({ viewport: windowSizes.small })
})
afterAll(() => browser?.close())

describe('finds', () => {
  test.each(faulty)('%s', async (_name, content, fault) => {
    await page.setContent(window(content))
    expect(await layout.faults(page)).toContainEqual(expect.stringMatching(fault))
  })

  test('a picture with fewer pixels than a sharp screen has', async () => {
    const context = await browser.newContext({ viewport: windowSizes.small, deviceScaleFactor: 2 })
    const sharp = await context.newPage()
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"/>`
    await sharp.route('**/photo/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: drawn }))
    await sharp.route('http://window/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<img alt="" class="thumb" src="/photo/1/thumb" width="320" height="200">
          <img alt="" class="full" src="/photo/1/full" width="320">
          <img alt="" class="within" width="320" height="200">`,
      }),
    )
    await sharp.goto('http://window/', { waitUntil: 'load' })
    await sharp.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 200 })
      const image = document.querySelector<HTMLImageElement>('.within')!
      image.src = canvas.toDataURL('image/webp')
      return image.decode()
    })
    expect(await layout.faults(sharp)).toEqual([
      expect.stringMatching(/^coarse: img.thumb/),
      expect.stringMatching(/^coarse: img.within/),
    ])
    await context.close()
  })
})

describe('focus rings', () => {
  const ring = '<style>:focus-visible { outline: 2px solid red; outline-offset: 1px; }</style>'
  const list = (style: string) =>
    `${ring}<div style="height: 60px; width: 200px; overflow-y: auto; ${style}">
      <button style="width: 100%; box-sizing: border-box; height: 80px">Save</button></div>`

  test.each([
    ['by the start of a list that scrolls', list('padding: 0 3px 3px')],
    ['by the end of a list that scrolls', list('padding: 3px 3px 0')],
    ['by the side of a list', list('padding: 3px 0')],
    ['by the edge of the window', `${ring}<button style="${box}; left: 0">Save</button>`],
  ])('are found if they are cut off %s', async (_name, content) => {
    await page.setContent(window(content))
    expect(await layout.cutRings(page)).toEqual(['focus ring is cut off: button. "Save"'])
  })

  test.each([
    ['there is room for them', list('padding: 3px')],
    ['they are within their control', list('padding: 0').replace('1px; }', '-2px; } * { transition: 1s; }')],
    ['they can be scrolled into view', list('padding: 3px').replace('height: 60px', 'height: 20px')],
  ])('are fine if %s', async (_name, content) => {
    await page.setContent(window(content))
    expect(await layout.cutRings(page)).toEqual([])
  })
})

test('axe finds targets too small to be clicked', async () => {
  const small = '<button style="width: 20px; height: 20px; padding: 0; border: 0">x</button>'
  await page.setContent(`<html lang="en"><title>Window</title><main>${small}${small}</main></html>`)
  expect(await axeFindings(page, 'light', true)).toContainEqual(expect.stringMatching(/^target-size/))
})

describe('ignores', () => {
  test.each(sound)('%s', async (_name, content) => {
    await page.setContent(window(content))
    expect(await layout.faults(page)).toEqual([])
  })

  test('what a page scrolls to', async () => {
    await page.setContent(`<button style="${box}; top: 900px">Save</button>`)
    expect(await layout.faults(page)).toEqual([])
  })
})
