import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { addFolder, shelfOf, takeShot } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** Searching and filtering in a real browser. The tests follow on each other. */

const YEARS = [2022, 2022, 2023, 2024, 2024, 2024]
let base: string
let app: RunningApp
let page: Page
/** The address as it was opened, which asks for nothing. */
let home: string

const box = () => page.getByRole('combobox', { name: 'Search photos' })
const chip = (name: string) => page.getByRole('button', { name: `Remove filter ${name}`, exact: true })
const panel = () => page.getByRole('complementary', { name: 'Filters' })
const inPanel = (name: string | RegExp) => panel().getByRole('button', { name })
const shelf = (name: RegExp) => shelfOf(page, name)
const folder = (name: RegExp) => page.getByRole('treeitem', { name })
const query = () => new URLSearchParams(page.url().split('#')[1]?.split('?')[1] ?? '').get('q') ?? ''
const counted = async () =>
  /^[\d,]+/.exec(await page.getByRole('status').filter({ hasText: /photo/ }).first().innerText())?.[0]
const waitForCount = (count: number) => expect.poll(counted).toBe(String(count))
const shot = (name: string) => takeShot(page, `search-${name}`)

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  for (const name of ['Rome', 'Oslo']) mkdirSync(join(base, 'photos', name), { recursive: true })
  for (const [index, year] of YEARS.entries()) {
    const path = join(base, 'photos', index % 2 ? 'Rome' : 'Oslo', `picture ${index}.jpg`)
    await sharp(await drawPicture({ seed: index + 1, width: 640, height: 480 }))
      .withExif({
        IFD0: { Make: 'Nikon', Model: 'NIKON D850' },
        IFD2: { DateTimeOriginal: `${year}:06:0${index + 1} 10:00:00` },
      })
      .jpeg()
      .toFile(path)
  }
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  page = app.page
  home = page.url()
  await addFolder(page, join(base, 'photos'))
  await shelf(/All photos/).waitFor()
})
beforeEach(async () => {
  await shelf(/All photos/).click()
  await waitForCount(YEARS.length)
})
afterEach(() => expect(app.problems.splice(0)).toEqual([]))
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

test('a filter is in the address, stays on reload and in another window', async () => {
  await page.getByRole('button', { name: 'Filters' }).click()
  await inPanel(/^2024/).click()
  await waitForCount(3)
  expect(query()).toBe('date:2024')
  await page.reload()
  await chip('2024').waitFor()
  await waitForCount(3)
  // As a link that is opened in a window beside: it takes along what the tab keeps for itself, the token too.
  const opened = page.context().waitForEvent('page')
  await page.evaluate(() => window.open(location.href))
  const other = await opened
  await other.getByRole('button', { name: 'Remove filter 2024' }).waitFor()
  await other.close()
  // As after a restart: the bare address shows what was asked last.
  await page.goto('about:blank')
  await page.goto(home)
  await chip('2024').waitFor()
  await waitForCount(3)
})

test('Back undoes one step, and Forward does it again', async () => {
  await inPanel(/^2024/).click()
  await chip('2024').waitFor()
  await inPanel(/^2022/).click()
  await chip('2024 or 2022').waitFor()
  await waitForCount(5)
  await page.goBack()
  await chip('2024').waitFor()
  await waitForCount(3)
  await page.goBack()
  await waitForCount(YEARS.length)
  await page.goForward()
  await waitForCount(3)
})

test('a folder leaves the shelf that was shown, and stays when it is clicked again', async () => {
  await page.evaluate(() => (location.hash = '#/?q=is:rated'))
  await page.getByText('No photos match').waitFor()
  await folder(/^Rome/).click()
  await waitForCount(3)
  expect(query()).toBe('')
  await folder(/^Rome/).click()
  await waitForCount(3)
  await chip('Rome').waitFor()
})

test('what was searched for stays when a folder is chosen', async () => {
  await inPanel(/^2024/).click()
  await waitForCount(3)
  await folder(/^Rome/).click()
  await chip('2024').waitFor()
  await waitForCount(2)
})

test('sections and values keep their places, and counts agree with what is shown', async () => {
  const titles = () => panel().getByRole('heading', { level: 3 }).allInnerTexts()
  const before = await titles()
  expect(before.length).toBeGreaterThan(5)
  await inPanel(/^2022/).click()
  await waitForCount(2)
  await expect.poll(() => titles()).toEqual(before)
  await expect.poll(() => inPanel(/^NIKON D850/i).innerText()).toMatch(/2$/)
  await expect.poll(() => inPanel(/^2024/).innerText()).toMatch(/3$/)
  await shot('panel')
})

test('the panel lies beside the photos, which it does not cover, and its edge moves', async () => {
  const right = async () => (await panel().boundingBox())!.x + (await panel().boundingBox())!.width
  const grid = page.getByRole('grid', { name: 'Photos', exact: true })
  expect((await grid.boundingBox())!.x).toBeGreaterThanOrEqual((await right()) - 1)
  const before = await right()
  await page.getByRole('separator', { name: 'Width of the filters' }).press('ArrowRight')
  await expect.poll(right).toBe(before + 16)
  expect((await grid.boundingBox())!.x).toBeGreaterThanOrEqual((await right()) - 1)
})

test('fields and values are completed by keyboard alone', async () => {
  await box().focus()
  await page.keyboard.type('cam')
  await page.getByRole('option', { name: /^camera:/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /D850/i }).waitFor()
  await shot('completion')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => box().inputValue()).toMatch(/^camera:".*D850" ?$/i)
  await waitForCount(YEARS.length)
  await page.keyboard.type('-date:2024')
  await chip('not 2024').waitFor()
  await waitForCount(3)
  await shot('chips')
})

test('what is not understood is named with what it could be, and stays in the box', async () => {
  await box().fill('lenz:24')
  await page.getByText('There is no field “lenz”').waitFor()
  await expect.poll(() => box().inputValue()).toBe('lenz:24')
  await shot('problem')
  await page.getByRole('button', { name: 'Did you mean lens:?' }).click()
  await expect.poll(() => box().inputValue()).toBe('lens:24')
  await expect.poll(() => page.getByText('There is no field').count()).toBe(0)
})
