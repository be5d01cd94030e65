/** @module-tag night */
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPhotos } from '../fixtures/pictures.ts'
import { addFolder, backToLibrary, photoGrid, photoTiles, photoView, takeShot } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** A photographer selects photos by the keyboard, in a real browser. The tests depend on each other. */

/** More than the hundred above which a change is reported. */
const TOTAL = 104
let base: string
let app: RunningApp
let page: Page

const grid = () => photoGrid(page)
const tiles = () => photoTiles(page)
/** The tile of a photo by its position in the list: the drawn rows change while the list is scrolled. */
const tileAt = (index: number) => grid().locator(`[role=gridcell][data-index="${index}"]`)
const view = () => photoView(page)
const search = () => page.getByRole('combobox', { name: 'Search photos' })
const status = (text: RegExp | string): Locator => page.getByRole('status').filter({ hasText: text })
const nameOf = async (tile: Locator) => /^[^,]*/.exec((await tile.getAttribute('aria-label')) ?? '')![0]
const shownName = () => view().locator('h2').first().innerText()
const shot = (name: string) => takeShot(page, name)
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** The list without a selection, at its top. */
const showList = async () => {
  await backToLibrary(page)
  await search().fill('')
  await status(new RegExp(`^${TOTAL} photos$`))
    .first()
    .waitFor()
  await tiles().first().click()
  // The first drawn tile is not the first photo if the list is scrolled further down.
  await press('Home')
  await tileAt(0).click()
}

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  await drawPhotos(join(base, 'photos'), TOTAL, { width: 960, height: 640 })
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  page = app.page
  await addFolder(page, join(base, 'photos'))
  await status(`${TOTAL} photos`).first().waitFor()
  await page.reload()
  await tiles().first().waitFor()
})
afterEach(() => {
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

describe('right after the start', () => {
  test('Ctrl+A selects the photos and none of the text, and a rating of all is reported with the way back', async () => {
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
    await press('Control+a')
    await status(`${TOTAL} of ${TOTAL} photos selected`).waitFor()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
    await press('2')
    const notice = status(`Rated ${TOTAL} photos with 2 stars`)
    await notice.waitFor()
    await expect.poll(() => tiles().first().getAttribute('aria-label')).toContain('2 stars')
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => tiles().first().getAttribute('aria-label')).not.toContain('stars')
  })
})

describe('undo by key', () => {
  beforeEach(showList)

  test('reverts the last rating, even if the search field has the focus and holds typed text', async () => {
    const word = (await nameOf(tiles().first())).replace(/\.\w+$/, '')
    await search().click()
    await page.keyboard.type(word)
    await status(/^1 photo$/).waitFor()
    await press('Escape')
    await tiles().first().click()
    await press('4')
    await expect.poll(() => tiles().first().getAttribute('aria-label')).toContain('4 stars')
    await search().click()
    await press('Control+z')
    await expect.poll(() => tiles().first().getAttribute('aria-label')).not.toContain('stars')
    await expect.poll(() => search().inputValue()).toBe(word)
  })

  test('reverts typing if that came last', async () => {
    await search().click()
    await page.keyboard.type('zebra')
    await press('Control+z')
    await expect.poll(() => search().inputValue()).not.toBe('zebra')
    await search().fill('')
  })
})

describe('flags, stars and labels', () => {
  beforeEach(showList)

  test('are set by one key each in the grid, and shown on the tile', async () => {
    await press('p', '8', '3')
    await expect.poll(() => tiles().first().getAttribute('aria-label')).toMatch(/3 stars, picked, label Green/)
    await press('8', 'x')
    await expect.poll(() => tiles().first().getAttribute('aria-label')).toMatch(/3 stars, rejected(?!.*label)/)
    await press('u', '0')
    await expect.poll(() => tiles().first().getAttribute('aria-label')).not.toMatch(/stars|rejected|picked/)
  })

  test('move to the next photo with Shift in the photo view', async () => {
    const names = await Promise.all([0, 1, 2].map((index) => nameOf(tileAt(index))))
    await press('Enter')
    await expect.poll(shownName).toBe(names[0])
    await press('p')
    await expect
      .poll(() => view().getByRole('button', { name: 'Pick' }).first().getAttribute('aria-pressed'))
      .toBe('true')
    await expect.poll(() => shownName()).toBe(names[0])
    await press('ArrowRight', 'Shift+X')
    await expect.poll(shownName).toBe(names[2])
    await press('Shift+Digit5')
    await backToLibrary(page)
    for (const [index, mark] of ['picked', 'rejected', '5 stars'].entries())
      await expect.poll(() => tileAt(index).getAttribute('aria-label')).toContain(mark)
    await shot('marks')
  })

  test('filter the shown photos', async () => {
    await page.getByRole('button', { name: 'Filters' }).click()
    const filters = page.getByRole('complementary', { name: 'Filters' })
    await filters
      .getByRole('region', { name: 'Flag' })
      .getByRole('button', { name: /^Picked/ })
      .click()
    await page.getByRole('button', { name: 'Close the filters' }).click()
    await status(/^1 photo$/).waitFor()
    await page.getByRole('button', { name: 'Remove filter Picked' }).click()
    await status(`${TOTAL} photos`).first().waitFor()
  })

  test('lead on to the next photo if the flag removes this one from the search', async () => {
    await page.getByRole('button', { name: 'Filters' }).click()
    const filters = page.getByRole('complementary', { name: 'Filters' })
    await filters
      .getByRole('region', { name: 'Flag' })
      .getByRole('button', { name: /^No flag/ })
      .click()
    await page.getByRole('button', { name: 'Close the filters' }).click()
    await status(`${TOTAL - 2} photos`)
      .first()
      .waitFor()
    const names = await Promise.all([0, 1, 2].map((index) => nameOf(tileAt(index))))
    await tiles().first().dblclick()
    await expect.poll(shownName).toBe(names[0])
    await press('x')
    await expect.poll(() => view().locator('.title').innerText()).toContain(`${TOTAL - 3}`)
    await press('ArrowRight')
    await expect.poll(shownName).toBe(names[1])
    await press('Shift+X')
    await expect.poll(shownName).toBe(names[2])
    await backToLibrary(page)
    await page.getByRole('button', { name: 'Remove filter No flag' }).click()
  })

  test('use the keys of Photo Mechanic once they are chosen, and help shows them', async () => {
    await press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await shot('shortcuts')
    await help.getByRole('button', { name: 'Change…' }).click()
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await settings
      .getByRole('radio', { name: 'Photo Mechanic' })
      .or(settings.getByRole('button', { name: 'Photo Mechanic' }))
      .first()
      .click()
    await backToLibrary(page)
    await tileAt(5).click()
    await press('t', '1')
    await expect.poll(() => tileAt(5).getAttribute('aria-label')).toMatch(/picked, label Red/)
    await press('t', '0', '?')
    await help.getByText('Keys as in Photo Mechanic').waitFor()
    await help.getByRole('button', { name: 'Change…' }).click()
    await settings
      .getByRole('radio', { name: 'Lightroom' })
      .or(settings.getByRole('button', { name: 'Lightroom' }))
      .first()
      .click()
    await press('Escape')
  })
})

describe('comparing', () => {
  beforeEach(showList)
  const compare = () => page.getByRole('region', { name: 'Compare' })
  const panes = () => compare().getByRole('article')
  const shown = () => panes().evaluateAll((all) => all.map((pane) => pane.getAttribute('aria-label')))
  const active = () => compare().locator('article[aria-current]').getAttribute('aria-label')
  const tile = (name: string) => grid().locator(`[role=gridcell][aria-label^="${name}"]`)
  const percents = async () => (await panes().locator('.numbers').allInnerTexts()).map((text) => text.trim())

  test('two photos: the rejected one leaves, the next one comes, and undo brings it back', async () => {
    const names = await Promise.all([10, 11, 12].map((index) => nameOf(tileAt(index))))
    await tileAt(10).click()
    await press('c')
    await expect.poll(shown).toEqual(names.slice(0, 2))
    await expect.poll(() => active()).toBe(names[0])
    await press('ArrowRight', 'p', 'ArrowLeft', 'x')
    await expect.poll(shown).toEqual([names[2], names[1]])
    await shot('compare')
    await press('Control+z')
    await expect.poll(shown).toEqual(names.slice(0, 2))
    await press('Escape')
    await expect.poll(() => tile(names[1]!).getAttribute('aria-label')).toContain('picked')
    await expect.poll(() => tile(names[0]!).getAttribute('aria-label')).not.toContain('rejected')
  })

  test('photos zoom together until unlocked', async () => {
    await tileAt(20).click()
    await press('Shift+C')
    await expect.poll(() => panes().count()).toBe(4)
    // A pane gets its size a moment after it is there.
    await expect.poll(percents).not.toContain('0 %')
    const whole = await percents()
    await press('z')
    await expect.poll(percents).toEqual(['100 %', '100 %', '100 %', '100 %'])
    await press('z', 'k')
    for (let step = 0; step < whole.findIndex((text) => text !== '100 %'); step++) await press('ArrowRight')
    await press('z')
    await expect.poll(async () => (await percents()).filter((text, index) => text !== whole[index])).toEqual(['100 %'])
    await shot('compare-four')
    await backToLibrary(page)
  })

  test('a survey shows all selected photos, and removing one flags nothing', async () => {
    const first = (await tileAt(3).getAttribute('aria-label'))!
    await tileAt(3).click()
    await tileAt(8).click({ modifiers: ['Shift'] })
    await press('n')
    await expect.poll(() => panes().count()).toBe(6)
    await press('Delete')
    await expect.poll(() => panes().count()).toBe(5)
    await backToLibrary(page)
    await expect.poll(() => tile(/^[^,]*/.exec(first)![0]).getAttribute('aria-label')).toBe(first)
  })
})

describe('a photo alone', () => {
  beforeEach(showList)

  test('fills the screen without lights, advances by itself, and Escape leads back step by step', async () => {
    await press('Enter')
    const bar = view().getByRole('button', { name: 'Back', exact: true })
    await bar.waitFor()
    const first = await shownName()
    const address = page.url()
    const zoom = view().getByRole('status', { name: 'Zoom' })
    await zoom.waitFor()
    await press('l')
    await bar.waitFor({ state: 'detached' })
    await zoom.waitFor({ state: 'detached' })
    await press('z')
    await zoom.waitFor()
    await press('z')
    await zoom.waitFor({ state: 'detached' })
    await press('Escape')
    await bar.waitFor()
    await press('Control+Enter')
    await bar.waitFor({ state: 'detached' })
    await expect.poll(() => page.url(), { timeout: 20_000 }).not.toBe(address)
    await press('Escape')
    await bar.waitFor()
    await expect.poll(() => shownName()).not.toBe(first)
    await press('f')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    await bar.waitFor({ state: 'detached' })
    await press('p')
    await expect
      .poll(() => view().getByRole('button', { name: 'Pick' }).first().getAttribute('aria-pressed'))
      .toBe('true')
    await shot('alone')
    await press('u', 'f')
    await bar.waitFor()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
    await press('Escape')
    await view().waitFor({ state: 'detached' })
  })

  test('shows its histogram and where it is clipped', async () => {
    await expect.poll(() => tiles().first().locator('img').count(), { timeout: 240_000 }).toBe(1)
    await press('Enter')
    await view().getByRole('button', { name: 'Back', exact: true }).waitFor()
    await press('w', 'j', 'd')
    const histogram = view().getByRole('figure', { name: /^Histogram\. Clipped: highlights/ })
    await histogram.waitFor()
    // The curves never cover the photo: they are below its stage, or in the information.
    const isBelow = async () => {
      const [curves, stage] = [await histogram.boundingBox(), await view().locator('.stage').boundingBox()]
      return curves!.y >= stage!.y + stage!.height || curves!.x >= stage!.x + stage!.width
    }
    await expect.poll(isBelow).toBe(true)
    await press('i')
    await expect.poll(isBelow).toBe(true)
    await press('i')
    const marks = view().getByRole('img', { name: 'Clipped highlights and shadows' })
    await expect.poll(() => marks.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBeGreaterThan(100)
    await view().getByRole('img', { name: 'Thirds' }).waitFor()
    await shot('tones')
    await press('w', 'j', 'd')
    await view().getByRole('figure').waitFor({ state: 'detached' })
    await press('Escape')
  })
})
