/** @module-tag night */

import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPhotos } from '../fixtures/pictures.ts'
import { addFolder, backToLibrary, openPhoto, photoTiles, photoView, sideBarEntry } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** The window's appearance, measured in a real browser. The tests depend on each other. */

const COUNT = 8
let base: string
let app: RunningApp
const photo = () => photoView(app.page)
const tiles = () => photoTiles(app.page)

type Box = { x: number; y: number; width: number; height: number }
const boxesOf = async (parts: Locator): Promise<Box[]> =>
  (await Promise.all((await parts.all()).map((part) => part.boundingBox()))).filter((box) => box !== null)
/** Pixels of its content that an element cannot show across. */
const overflowOf = (part: Locator) => part.evaluate((element) => element.scrollWidth - element.clientWidth)
/** Pairs of boxes that overlap by more than the rounding of a pixel. */
const overlapsOf = (boxes: readonly Box[]): [Box, Box][] =>
  boxes.flatMap((a, at) =>
    boxes
      .slice(at + 1)
      .filter((b) => Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 1)
      .filter((b) => Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 1)
      .map((b): [Box, Box] => [a, b]),
  )

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  const folder = join(base, 'photos')
  await drawPhotos(folder, COUNT)
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  await addFolder(app.page, folder)
  await tiles().nth(5).waitFor()
})
afterEach(() => {
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

describe('typeface', () => {
  test('comes with the program', async () => {
    await app.page.evaluate(() => document.fonts.ready)
    const loaded = await app.page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    )
    expect(loaded).toContain('Inter Variable')
  })

  test('has figures of one width for numbers, and a hyphen for words', async () => {
    const measure = ([style, texts]: [string, string[]]) =>
      texts.map((text) => {
        const line = document.createElement('span')
        line.className = style
        line.textContent = text
        document.body.append(line)
        const { width } = line.getBoundingClientRect()
        line.remove()
        return width
      })
    const widths = await app.page.evaluate(measure, ['numbers', ['1111', '0000', '8888']] as [string, string[]])
    expect(new Set(widths).size).toBe(1)
    const [hyphens, digits] = await app.page.evaluate(measure, ['', ['----', '0000']] as [string, string[]])
    expect(hyphens).toBeLessThan(0.85 * digits!)
  })
})

describe('stage', () => {
  beforeEach(() => openPhoto(app.page, tiles().first()))
  afterEach(() => backToLibrary(app.page))

  const colorOfStage = () =>
    photo()
      .locator('.on-stage')
      .evaluate((stage) => getComputedStyle(stage).backgroundColor)

  test('is chosen in a menu', async () => {
    await photo().getByRole('button', { name: 'More', exact: true }).click()
    await app.page.getByRole('menuitemradio', { name: 'Mid-grey' }).click()
    await expect.poll(colorOfStage).toBe('rgb(117, 117, 117)')
  })

  test('changes by a key', async () => {
    await app.page.keyboard.press('Shift+B')
    await expect.poll(colorOfStage).toBe('rgb(255, 255, 255)')
  })

  test('is the same in another window, and after a reload', async () => {
    const other = await app.page.context().browser()!.newPage()
    await other.goto(app.address)
    await other.goto(app.page.url())
    await expect
      .poll(async () => {
        await other.reload()
        return other.locator('.on-stage').evaluate((stage) => getComputedStyle(stage).backgroundColor)
      })
      .toBe('rgb(255, 255, 255)')
    await other.close()
  })
})

describe('frame', () => {
  test('has the first photo within 90 px of the top', async () => {
    await app.page.setViewportSize({ width: 1280, height: 800 })
    await app.page.getByRole('complementary', { name: 'Better models' }).or(tiles().first()).first().waitFor()
    const { y } = (await tiles().first().boundingBox())!
    expect(y).toBeLessThanOrEqual(90)
  })

  test.each([
    [900, 600],
    [1280, 800],
    [1920, 1080],
    [2560, 1440],
  ])('has nothing clipped or covered in its bar at %i x %i', async (width, height) => {
    await app.page.setViewportSize({ width, height })
    const bar = app.page.locator('header.bar').first()
    await expect.poll(() => overflowOf(bar)).toBe(0)
    const boxes = await boxesOf(bar.locator('> *:visible'))
    expect(overlapsOf(boxes)).toEqual([])
    expect(Math.max(...boxes.map(({ x, width: wide }) => x + wide))).toBeLessThanOrEqual(width)
  })

  test('has theme and sensitive photos among the view options', async () => {
    await app.page.setViewportSize({ width: 1280, height: 800 })
    await app.page.getByRole('button', { name: 'View options' }).click()
    const options = app.page.getByRole('dialog', { name: 'View options' })
    await options.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click()
    await expect.poll(() => app.page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await expect.poll(() => options.getByRole('button', { name: 'Hide sensitive photos' }).count()).toBe(1)
    await app.page.keyboard.press('Escape')
    await options.waitFor({ state: 'detached' })
  })

  test('shows the number of photos in the bar, and of selected ones', async () => {
    const count = app.page.locator('header.bar').getByRole('status')
    await expect.poll(() => count.innerText()).toBe(`${COUNT} photos`)
    await tiles().first().click()
    await app.page.keyboard.press('Control+A')
    await expect.poll(() => count.innerText()).toBe(`${COUNT} of ${COUNT} photos selected`)
    await app.page.locator('header.bar').getByRole('button', { name: 'Clear selection' }).click()
    await expect.poll(() => count.innerText()).toBe(`${COUNT} photos`)
  })

  test('keeps the count complete if the search box can be narrower', async () => {
    const before = app.page.viewportSize()!
    await app.page.setViewportSize({ width: 1024, height: 700 })
    const count = app.page.locator('header.bar').getByRole('status')
    await expect
      .poll(() => app.page.getByRole('combobox', { name: 'Search photos' }).evaluate((box) => box.clientWidth))
      .toBeLessThan(400)
    /** Pixels of words that are cut off; only a range gives fractions of a pixel. */
    const hidden = await count.evaluate((element) => {
      const words = document.createRange()
      words.selectNodeContents(element)
      return words.getBoundingClientRect().width - element.getBoundingClientRect().width
    })
    expect(hidden).toBeLessThan(0.1)
    await app.page.setViewportSize(before)
  })
})

describe('an open photo', () => {
  test('is loaded before it is opened', async () => {
    const view = app.page.waitForRequest(/PhotoView.*\.js/)
    await app.page.reload()
    await view
  })

  test('keeps its name complete in a narrow window, where tools are in the menu', async () => {
    await app.page.setViewportSize({ width: 1024, height: 700 })
    await openPhoto(app.page, tiles().first())
    const bar = photo().locator('header.bar').first()
    await expect.poll(() => overflowOf(bar.getByRole('heading'))).toBe(0)
    await bar.getByRole('button', { name: 'Turn to the left' }).waitFor({ state: 'hidden' })
    await bar.getByRole('button', { name: 'More' }).click()
    await app.page.getByRole('menuitem', { name: /^Turn to the left/ }).waitFor()
    await app.page.keyboard.press('Escape')
    await backToLibrary(app.page)
    await app.page.setViewportSize({ width: 1280, height: 800 })
  })
})

describe('panels', () => {
  const sidebar = () => app.page.getByRole('complementary', { name: 'Library' })
  const information = () => app.page.getByRole('complementary', { name: 'Information' })
  const widthOf = async (part: Locator) => (await part.boundingBox())!.width

  test('become wider by dragging, and keep their width after a reload', async () => {
    const edge = sidebar().getByRole('separator')
    const { x, y, height } = (await edge.boundingBox())!
    await app.page.mouse.move(x + 4, y + height / 2)
    await app.page.mouse.down()
    await app.page.mouse.move(x + 64, y + height / 2)
    await app.page.mouse.up()
    await expect.poll(() => widthOf(sidebar())).toBeGreaterThan(300)
    const wide = await widthOf(sidebar())
    await app.page.reload()
    await expect.poll(() => widthOf(sidebar())).toBe(wide)
  })

  test('are there when photos are laid out if they stayed open', async () => {
    const filters = app.page.locator('#filter-panel')
    const toggle = app.page.getByRole('button', { name: 'Filters', exact: true })
    await toggle.click()
    await filters.waitFor()
    const end = Promise.withResolvers<void>()
    onTestFinished(() => end.resolve())
    // What would come after the photos does not come at all.
    await app.page.route(/FilterPanel/, async (route) => {
      await end.promise
      await route.continue()
    })
    await app.page.reload()
    await tiles().first().waitFor()
    await filters.waitFor()
    await toggle.click()
    await filters.waitFor({ state: 'detached' })
  })

  test('become wider by keys, and close', async () => {
    const before = await widthOf(information())
    await information().getByRole('separator').focus()
    await app.page.keyboard.press('ArrowLeft')
    await expect.poll(() => widthOf(information())).toBe(before + 16)
    await app.page.keyboard.press('Enter')
    await information().waitFor({ state: 'detached' })
    await app.page.keyboard.press('i')
    await information().waitFor()
  })

  test('are all hidden and shown by Tab on a photo, while F6 and Shift + Tab move on', async () => {
    await tiles().first().click()
    await app.page.keyboard.press('Tab')
    await sidebar().waitFor({ state: 'detached' })
    await information().waitFor({ state: 'detached' })
    await app.page.keyboard.press('Tab')
    await sidebar().waitFor()
    await information().waitFor()
    const hasFocus = (part: Locator) => part.evaluate((element) => element.contains(document.activeElement))
    await app.page.keyboard.press('F6')
    await expect.poll(() => hasFocus(information())).toBe(true)
    await app.page.keyboard.press('F6')
    await expect.poll(() => hasFocus(sidebar())).toBe(true)
    await app.page.keyboard.press('Tab')
    await expect.poll(() => hasFocus(sidebar())).toBe(true)
    await tiles().first().focus()
    await app.page.keyboard.press('Shift+Tab')
    await expect.poll(() => hasFocus(app.page.locator('main'))).toBe(true)
    await expect.poll(() => hasFocus(tiles().first())).toBe(false)
    await sidebar().waitFor()
  })

  test('leave a page in place of the photos all of its width, and F6 reaches it', async () => {
    const page = app.page.getByRole('region', { name: 'Duplicates', exact: true })
    const hasFocus = (part: Locator) => part.evaluate((element) => element.contains(document.activeElement))
    await sideBarEntry(app.page, /^Duplicates/).click()
    await page.waitFor()
    await information().waitFor({ state: 'detached' })
    await app.page.keyboard.press('F6')
    await expect.poll(() => hasFocus(app.page.locator('header.bar'))).toBe(true)
    await app.page.keyboard.press('F6')
    await expect.poll(() => hasFocus(page)).toBe(true)
    await app.page.keyboard.press('Escape')
    await information().waitFor()
  })

  test('keep four lines of the folders and the foot in a low window, beside an offer and the analysis', async () => {
    const { page } = app
    await page.setViewportSize({ width: 1280, height: 800 })
    await sidebar().getByRole('region', { name: 'Analysis' }).waitFor()
    await sidebar().getByRole('complementary', { name: 'Better models' }).waitFor()
    const bottomOf = async (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom)
    const tree = sidebar().getByRole('tree', { name: 'Folders' }).locator('xpath=..')
    await expect.poll(() => tree.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThanOrEqual(120)
    await expect.poll(() => bottomOf(page.getByRole('button', { name: 'Settings', exact: true }))).toBeLessThan(800)
    // An offer is read once, folders are used all day.
    await page.setViewportSize({ width: 1024, height: 700 })
    const seen = () =>
      tree.evaluate((part) => {
        const end = part.closest('.middle')!.getBoundingClientRect().bottom
        return end - part.getBoundingClientRect().top
      })
    await expect.poll(seen).toBeGreaterThanOrEqual(120)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})

describe('notices', () => {
  test('neither scroll nor lose their shadow while they appear', async () => {
    const page = await app.openApart({ viewport: { width: 1280, height: 800 }, reducedMotion: 'no-preference' })
    await photoTiles(page).first().waitFor()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Animation.enable')
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
    await page.getByRole('combobox', { name: 'Search photos' }).fill('photo')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Shift+S')
    await page.getByRole('dialog', { name: 'Save this search' }).waitFor()
    await page.keyboard.press('Enter')
    const list = page.locator('.toaster .list')
    await list.getByText('Saved the search').waitFor()
    const overflow = (part: HTMLElement) => part.scrollHeight - part.clientHeight
    expect(await list.evaluate(overflow)).toBe(0)
    const [around, notice] = [await list.boundingBox(), await list.locator('> *').first().boundingBox()]
    expect(notice!.x - around!.x).toBeGreaterThan(12)
    await page.close()
  })
})

describe('with system colours in place of ours', () => {
  test('a selected photo, and a focused one, have frames of lines', async () => {
    await app.page.emulateMedia({ forcedColors: 'active' })
    const tile = tiles().nth(1) // the first one may be selected already
    const frame = () =>
      tile.evaluate((cell) => {
        const { borderTopStyle, outlineStyle } = getComputedStyle(cell.querySelector('.tile')!, '::after')
        return [borderTopStyle, outlineStyle]
      })
    await expect.poll(frame).toEqual(['none', 'none'])
    await tile.click()
    await expect.poll(frame).toEqual(['solid', 'none'])
    await app.page.keyboard.press('ArrowRight')
    await app.page.keyboard.press('ArrowLeft')
    await expect.poll(frame).toEqual(['solid', 'solid'])
    await app.page.emulateMedia({ forcedColors: 'none' })
  })
})
