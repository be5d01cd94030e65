/** @module-tag night */

import { mkdirSync, realpathSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { addFolder, backToLibrary, photoGrid } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** The grid in a real browser: headers, undated photos, layouts. The tests depend on each other. */

let base: string
let app: RunningApp
let page: Page

async function writePhoto(folder: string, number: number, takenAt: string | null): Promise<void> {
  const exif = takenAt === null ? {} : { IFD2: { DateTimeOriginal: takenAt } }
  const picture = sharp(await drawPicture({ seed: number + 1, width: 480, height: 320 })).withExif({
    IFD0: { Software: 'a test' },
    ...exif,
  })
  await writeFile(join(folder, `photo-${String(number).padStart(2, '0')}.jpg`), await picture.jpeg().toBuffer())
}

const grid = () => photoGrid(page)
const names = () =>
  grid()
    .getByRole('gridcell')
    .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label')?.slice(0, 8) ?? ''))
const headers = () =>
  grid()
    .getByRole('heading')
    .evaluateAll((found) => found.map((each) => each.getAttribute('aria-label') ?? each.textContent))
const selected = () => grid().locator('[aria-selected="true"]')
const choose = async (name: string) => {
  await page.getByRole('button', { name: 'Grid', exact: true }).click()
  await page.getByRole('menuitemradio', { name }).click()
  await backToLibrary(page)
}

beforeAll(async () => {
  base = realpathSync(makeTempFolder('e2e-grid'))
  const folder = join(base, 'photos')
  mkdirSync(folder)
  for (let number = 0; number < 4; number++) await writePhoto(folder, number, null)
  for (let number = 4; number < 9; number++) await writePhoto(folder, number, `2024:03:14 10:0${number}:00`)
  for (let number = 9; number < 12; number++) await writePhoto(folder, number, `2024:03:02 09:00:${number + 10}`)
  for (let number = 12; number < 14; number++) await writePhoto(folder, number, `2023:12:31 23:00:${number}`)
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  page = app.page
  await addFolder(page, folder)
})
afterEach(() => {
  expect(app.problems).toEqual([])
})
afterAll(async () => {
  await app.close()
  removeFolder(base)
})

test('photos are under their months, and undated ones at the end', async () => {
  await expect.poll(async () => (await names()).length).toBe(14)
  await choose('By month')
  await expect.poll(headers).toEqual(['March 2024', 'December 2023', 'No date'])
  await expect
    .poll(async () => (await names()).slice(-4).sort())
    .toEqual(['photo-00', 'photo-01', 'photo-02', 'photo-03'])
  await expect.poll(async () => (await names())[0]).toBe('photo-08')
})

test('by day: a header selects its photos, and with Ctrl adds them to the selection', async () => {
  await choose('By day')
  await expect
    .poll(headers)
    .toEqual(['Thursday, 14 March 2024', 'Saturday, 2 March 2024', 'Sunday, 31 December 2023', 'No date'])
  await page.getByRole('button', { name: 'Select all photos of Thursday, 14 March 2024' }).click()
  await expect.poll(() => selected().count()).toBe(5)
  await page
    .getByRole('button', { name: 'Select all photos of Sunday, 31 December 2023' })
    .click({ modifiers: ['Control'] })
  await expect.poll(() => selected().count()).toBe(7)
  await page.keyboard.press('Control+i')
  await expect.poll(() => grid().getByRole('gridcell').first().getAttribute('aria-selected')).toBe('false')
  await expect.poll(() => selected().count()).toBe(7)
})

test('keys and the wheel zoom from days over months to years, and back', async () => {
  const first = grid().getByRole('gridcell').first()
  await first.click()
  for (let step = 0; step < 4; step++) await page.keyboard.press('-')
  await expect.poll(headers).toEqual(['2024', '2023', 'No date'])
  await first.hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -150)
  await page.keyboard.up('Control')
  await expect.poll(headers).toEqual(['March 2024', 'December 2023', 'No date'])
  for (let step = 0; step < 3; step++) await page.keyboard.press('+')
  await expect.poll(async () => (await headers())[0]).toBe('Thursday, 14 March 2024')
})

test('a reversed order leaves undated photos at the end; order, layout and grouping survive a reload', async () => {
  await page.getByRole('button', { name: /^Sort by/ }).click()
  await page.getByRole('menuitemradio', { name: 'Ascending' }).click()
  await backToLibrary(page)
  await expect.poll(async () => (await headers()).at(-1)).toBe('No date')
  await expect.poll(async () => (await headers())[0]).toBe('Sunday, 31 December 2023')
  await choose('Squares')
  const isSquare = () =>
    grid()
      .getByRole('gridcell')
      .first()
      .evaluate((tile) => Math.abs(tile.clientWidth - tile.clientHeight) <= 1)
  await expect.poll(isSquare).toBe(true)
  await page.reload()
  await expect.poll(isSquare).toBe(true)
  await expect.poll(async () => (await headers())[0]).toBe('Sunday, 31 December 2023')
  await expect.poll(async () => (await headers()).at(-1)).toBe('No date')
})

test('undated photos are dated together, are under their day, and an undo reverts it', async () => {
  await page.getByRole('button', { name: 'Set date…' }).click()
  const dialog = page.getByRole('dialog', { name: 'When the photos were taken' })
  await dialog.getByLabel('Date and time').fill('2022-07-04T18:30:00')
  await dialog.getByRole('button', { name: 'Change dates', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await headers())[0]).toBe('Monday, 4 July 2022')
  await expect.poll(() => headers()).not.toContain('No date')
  await grid().getByRole('gridcell').first().click()
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await headers()).at(-1)).toBe('No date')
  await expect.poll(() => headers()).not.toContain('Monday, 4 July 2022')
})
