/** @module-tag night */

import { mkdirSync, realpathSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { addFolder, photoGrid, takeShot, waitForCount } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** Ways to view many photos, in a real browser. The tests depend on each other. */

const PHOTOS = 340
/** This one has 1200 × 800 pixels, all others 96 × 64. */
const LARGE = 199
let base: string
let app: RunningApp
let page: Page

const nameOf = (number: number) => `photo-${String(number).padStart(3, '0')}.jpg`
/** The first 200 are of one day; the others are from some days of January in the years before, fifty each. */
function takenAt(number: number): string {
  const day = number < 200 ? '2024:05:05' : `${2023 - Math.floor((number - 200) / 50)}:01:${10 + (number % 15)}`
  return `${day} 10:${10 + (number % 50)}:00`
}
const exifOf = (number: number) => ({
  IFD0: { Make: 'FUJIFILM', Model: number % 2 === 0 ? 'X-T5' : 'X100V' },
  IFD2: { DateTimeOriginal: takenAt(number), FNumber: '28/10', ISOSpeedRatings: '640', FocalLength: '230/10' },
})
const grid = () => photoGrid(page)
const photo = (number: number) => grid().locator(`[data-photo][aria-label^="${nameOf(number)}"]`)
const selected = () => grid().locator('[aria-selected="true"]')
const shownNames = () =>
  grid()
    .locator('[data-photo]')
    .evaluateAll((all) => all.map((each) => /^[^,]*/.exec(each.getAttribute('aria-label') ?? '')![0]))
const chooseLayout = async (name: string) => {
  await page.getByRole('button', { name: 'Grid', exact: true }).click()
  await page.getByRole('menuitemradio', { name }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

beforeAll(async () => {
  base = realpathSync(makeTempFolder('e2e-views'))
  const folder = join(base, 'photos')
  mkdirSync(folder)
  const picture = await drawPicture({ width: 96, height: 64 })
  const large = await drawPicture({ width: 1200, height: 800, seed: 5 })
  for (let number = 0; number < PHOTOS; number++)
    await writeFile(
      join(folder, nameOf(number)),
      await sharp(number === LARGE ? large : picture)
        .withExif(exifOf(number))
        .jpeg()
        .toBuffer(),
    )
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  page = app.page
  await addFolder(page, folder)
  await waitForCount(page, PHOTOS)
})
afterEach(() => {
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

describe('the list', () => {
  const header = (name: string) => grid().getByRole('columnheader', { name, exact: true })
  const cells = (number: number) => photo(number).getByRole('gridcell').allInnerTexts()

  test("shows camera settings and the file's folder", async () => {
    await chooseLayout('List')
    await header('Name').getByRole('button').click()
    await photo(1).waitFor()
    await expect.poll(() => header('Name').getAttribute('aria-sort')).toBe('ascending')
    await expect.poll(() => cells(1)).toContain('FUJIFILM X100V')
    for (const text of ['f/2.8', '640', '23 mm', '96 × 64', 'JPEG', nameOf(1)])
      await expect.poll(() => cells(1)).toContain(text)
    await expect.poll(async () => (await cells(1)).some((text) => text.endsWith('photos'))).toBe(true)
    expect((await shownNames()).slice(0, 3)).toEqual([0, 1, 2].map(nameOf))
    await photo(1).locator('.picture.is-shown').waitFor()
    expect((await photo(1).locator('img').boundingBox())!.height).toBeGreaterThan(20)
    await takeShot(page, 'grid-list')
  })

  test('a click on a header sorts, a second one the other way round', async () => {
    await header('Name').getByRole('button').click()
    await photo(PHOTOS - 1).waitFor()
    await expect.poll(() => header('Name').getAttribute('aria-sort')).toBe('descending')
    expect((await shownNames())[0]).toBe(nameOf(PHOTOS - 1))
    await header('Taken').getByRole('button').click()
    await expect.poll(() => header('Taken').getAttribute('aria-sort')).toBe('descending')
    await expect.poll(() => header('Name').getAttribute('aria-sort')).toBe('none')
    await expect.poll(() => header('Camera').getAttribute('aria-sort')).toBe(null)
    await header('Name').getByRole('button').click()
    await photo(0).waitFor()
  })

  test('has the selection, keys and menu of the grid', async () => {
    await photo(0).click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => selected().count()).toBe(2)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))).toBe('4')
    await page.keyboard.press('4')
    await expect.poll(() => photo(2).getAttribute('aria-label')).toContain('4 stars')
    await photo(5).click({ button: 'right' })
    await page.getByRole('menu', { name: 'Photo actions' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu', { name: 'Photo actions' }).waitFor({ state: 'detached' })
    await expect.poll(() => selected().count()).toBe(1)
    await photo(5).press('End')
    await photo(PHOTOS - 1).waitFor()
    await expect.poll(() => cells(PHOTOS - 1)).toContain('FUJIFILM X100V')
    await photo(PHOTOS - 1).press('Home')
    await photo(0).waitFor()
  })

  test('columns are chosen and resized, and survive a reload', async () => {
    const lens = header('Lens')
    await lens.waitFor()
    await grid().getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Lens' }).click()
    await lens.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    const width = async () => Math.round((await header('Name').boundingBox())!.width)
    await expect.poll(() => width()).toBe(220)
    await header('Name').locator('.edge').hover()
    const box = (await header('Name').boundingBox())!
    await page.mouse.down()
    await page.mouse.move(box.x + 300, box.y + 12, { steps: 4 })
    await page.mouse.up()
    await expect.poll(width).toBe(300)
    await header('Name').getByRole('button').press('Alt+ArrowRight')
    await expect.poll(width).toBe(316)
    await expect
      .poll(async () => Math.round((await photo(0).getByRole('gridcell').nth(1).boundingBox())!.width))
      .toBe(316)
    await page.reload()
    await expect.poll(width).toBe(316)
    await expect.poll(() => lens.count()).toBe(0)
    await expect.poll(() => header('Name').getAttribute('aria-sort')).toBe('ascending')
  })
})

describe('tiles', () => {
  const group = (title: string, name: string) =>
    page.getByRole('group', { name: title }).getByRole('menuitemcheckbox', { name, exact: true })
  const toggle = async (title: string, name: string) => {
    await page.getByRole('button', { name: 'Grid', exact: true }).click()
    await group(title, name).click()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  const height = async () => (await photo(0).boundingBox())!.height
  /** At one moment, whatever the grid's width at that moment. */
  const beyondPicture = () =>
    photo(0).evaluate((tile) => {
      const heightOf = (element: Element) => element.getBoundingClientRect().height
      return heightOf(tile) - heightOf(tile.querySelector('.picture')!)
    })

  test('have names and dates under them on request, and grow by their height', async () => {
    await chooseLayout('Squares')
    await photo(0).waitFor()
    await expect.poll(height).toBeGreaterThan(100) // a row of the list was lower
    const before = await beyondPicture()
    await toggle('Under photos', 'Name')
    await photo(0).getByText(nameOf(0)).waitFor()
    await expect.poll(beyondPicture).toBeGreaterThan(before + 16)
    await toggle('Under photos', 'Date')
    await photo(0).getByText('5 May 2024').waitFor()
    await expect.poll(beyondPicture).toBeGreaterThan(before + 32)
    await takeShot(page, 'grid-labels')
    await page.reload()
    await photo(0).getByText('5 May 2024').waitFor()
    await toggle('Under photos', 'Name')
    await toggle('Under photos', 'Date')
    await expect.poll(beyondPicture).toBeCloseTo(before, 1)
  })

  test('show ratings and flags until that is switched off', async () => {
    const stars = photo(2).locator('.stars svg')
    await expect.poll(() => stars.count()).toBe(4)
    await photo(2).click()
    await page.keyboard.press('p')
    await photo(2).locator('.marks').waitFor()
    await toggle('On photos', 'Rating')
    await expect.poll(() => stars.count()).toBe(0)
    await photo(2).locator('.marks').waitFor()
    await toggle('On photos', 'Flag')
    await photo(2).locator('.marks').waitFor({ state: 'detached' })
    await toggle('On photos', 'Rating')
    await toggle('On photos', 'Flag')
    await expect.poll(() => stars.count()).toBe(4)
    await photo(2).locator('.marks').waitFor()
  })
})

describe('a frame drawn by the pointer', () => {
  const box = async (number: number) => (await photo(number).boundingBox())!
  /** Drags from a photo, or the gap before it, to the middle of another. */
  const dragOver = async (from: number, to: number, start: 'gap' | 'photo' = 'gap') => {
    const [a, b] = [await box(from), await box(to)]
    await page.mouse.move(start === 'gap' ? a.x - 3 : a.x + a.width / 2, a.y + a.height / 2)
    await page.mouse.down()
    await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 5 })
  }
  const selectedNames = () =>
    selected().evaluateAll((all) => all.map((each) => /^[^,]*/.exec(each.getAttribute('aria-label') ?? '')![0]))

  test('selects what it touches; with Ctrl it adds to the selection', async () => {
    await dragOver(0, 2)
    await expect.poll(selectedNames).toEqual([0, 1, 2].map(nameOf))
    await takeShot(page, 'grid-marquee')
    await page.mouse.up()
    await page.locator('.marquee').waitFor({ state: 'detached' })
    await expect.poll(() => selectedNames()).toEqual([0, 1, 2].map(nameOf))
    await page.keyboard.down('Control')
    await dragOver(4, 5, 'photo')
    await page.mouse.up()
    await page.keyboard.up('Control')
    await expect.poll(selectedNames).toEqual([0, 1, 2, 4, 5].map(nameOf))
  })

  test('restores the former selection on Escape', async () => {
    await dragOver(1, 3)
    await expect.poll(selectedNames).toEqual([1, 2, 3].map(nameOf))
    await page.keyboard.press('Escape')
    await page.locator('.marquee').waitFor({ state: 'detached' })
    await page.mouse.up()
    await expect.poll(selectedNames).toEqual([0, 1, 2, 4, 5].map(nameOf))
  })

  test('is not drawn from a photo, which is dragged, and selected first if needed', async () => {
    await dragOver(7, 8, 'photo')
    await expect.poll(selectedNames).toEqual([nameOf(7)])
    await expect.poll(() => page.locator('.marquee').count()).toBe(0)
    await page.mouse.up()
    await expect.poll(() => selectedNames()).toEqual([nameOf(7)])
  })

  test('scrolls at the lower edge, and keeps photos that left the view', async () => {
    const edge = await grid()
      .locator('..')
      .evaluate((scroller) => scroller.getBoundingClientRect().bottom)
    const first = await box(0)
    await page.mouse.move(first.x - 6, first.y + 10) // In the margin of the list.
    await page.mouse.down()
    await page.mouse.move(first.x + 700, edge - 4, { steps: 5 })
    await expect
      .poll(() =>
        grid()
          .locator('..')
          .evaluate((scroller) => scroller.scrollTop),
      )
      .toBeGreaterThan(2000)
    await page.mouse.move(first.x + 700, edge - 200)
    await page.mouse.up()
    await page.keyboard.press('p')
    await page.keyboard.press('Home')
    await expect.poll(() => photo(0).getAttribute('aria-label')).toContain('picked')
    await page.keyboard.press('Control+z')
    await expect.poll(() => photo(0).getAttribute('aria-label')).not.toContain('picked')
  })
})

describe('beside a long list sorted by date', () => {
  const years = () => page.getByRole('navigation', { name: 'Years' })
  const top = () =>
    grid()
      .locator('..')
      .evaluate((scroller) => scroller.scrollTop)
  const firstInView = () =>
    grid()
      .locator('[data-photo]')
      .evaluateAll((all) => {
        const edge = all[0]!.closest('[role="grid"]')!.parentElement!.getBoundingClientRect().top
        return all.find((each) => each.getBoundingClientRect().bottom > edge + 40)?.getAttribute('aria-label') ?? ''
      })

  test('are its years over the density of its days; a year leads to its first photo', async () => {
    await expect.poll(() => years().count()).toBe(0)
    await page.getByRole('button', { name: /^Sort by/ }).click()
    await page.getByRole('menuitemradio', { name: 'Date taken' }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Sort by/ }).click()
    await page.getByRole('menuitemradio', { name: 'Descending' }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    const order = async () => (await years().getByRole('button').allInnerTexts()).map((text) => text.trim())
    await expect.poll(order).toEqual(['2024', '2023', '2022', '2021'])
    await expect.poll(firstInView).toContain('2024-05-05')
    const shape = await years().locator('.curve path').getAttribute('d')
    expect(new Set(shape!.split(' L').map((point) => point.split(' ')[0])).size).toBeGreaterThan(2)
    await years().getByRole('button', { name: '2022' }).click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toContain('2022-01-24')
    await expect.poll(firstInView).toMatch(/2023-01-10|2022-01-24/) // A row may have both.
    await takeShot(page, 'grid-scrubber')
  })

  test('dragging goes through the months and names them', async () => {
    /** Moves to a share of the track, at its current place: notices above the photos come and go. */
    const pointAt = async (share: number, steps = 1) => {
      const box = (await years().boundingBox())!
      await page.mouse.move(box.x + 20, box.y + box.height * share, { steps })
    }
    /** What is in view while the pointer moves a little, as a hand does. */
    const inViewAt = async (share: number) => {
      await pointAt(share + 0.005)
      await pointAt(share)
      return firstInView()
    }
    await pointAt(0.03)
    await page.mouse.down()
    await expect.poll(() => inViewAt(0.05)).toContain('2024-05-05')
    await years().getByText('May 2024').waitFor()
    await pointAt(0.6, 6)
    // The photos of 2023 reach from 0.59 to 0.73.
    await expect.poll(() => inViewAt(0.66)).toContain('2023-01')
    await years().getByText('January 2023').waitFor()
    const there = await top()
    await page.mouse.up()
    await expect.poll(() => top()).toBe(there)
    await grid().hover({ position: { x: 100, y: 300 }, force: true })
    await years().locator('.bubble').waitFor({ state: 'detached' })
    const pictures = () => grid().locator('[data-photo] .picture.is-shown').count()
    await expect.poll(pictures).toBeGreaterThan(8)
  })
})

describe('the peek at actual size', () => {
  const peek = () => page.getByRole('img', { name: `${nameOf(LARGE)} at actual size` })
  const point = async (x: number, y: number) => {
    const box = (await photo(LARGE).boundingBox())!
    await page.mouse.move(box.x + box.width * x, box.y + box.height * y)
  }

  test('has the file’s own pixels around the pointer while the key is held', async () => {
    await page.getByRole('navigation', { name: 'Years' }).getByRole('button', { name: '2024' }).click()
    await photo(LARGE).click()
    await point(0.5, 0.5)
    await page.keyboard.down('m')
    await peek().waitFor()
    const own = peek().locator('img[src*="/full"]')
    await expect.poll(() => own.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1200)
    const middle = async () => {
      const [inner, outer] = [(await own.boundingBox())!, (await peek().boundingBox())!]
      return [outer.x + outer.width / 2 - inner.x, outer.y + outer.height / 2 - inner.y]
    }
    expect((await own.boundingBox())!.width).toBe(1200)
    // The grid may move under the pointer while notices come and go above it.
    const middleAt = async (x: number, y: number) => {
      await point(x, y)
      return middle()
    }
    await expect.poll(() => middleAt(0.5, 0.5)).toEqual([600, 400])
    await takeShot(page, 'grid-peek')
    await point(0.62, 0.4)
    await expect.poll(async () => (await middle())[0]).toBeGreaterThan(650)
    await page.keyboard.up('m')
    await peek().waitFor({ state: 'detached' })
  })

  test('requests no pixels of a blurred photo', async () => {
    await page.keyboard.press('Shift+S')
    await expect.poll(() => photo(LARGE).getAttribute('aria-label')).toContain('sensitive')
    await page.keyboard.down('m')
    await peek().waitFor()
    await peek().locator('.placeholder').first().waitFor()
    await expect.poll(() => peek().locator('img').count()).toBe(0)
    await page.keyboard.up('m')
    await peek().waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await expect.poll(() => photo(LARGE).getAttribute('aria-label')).not.toContain('sensitive')
  })
})
