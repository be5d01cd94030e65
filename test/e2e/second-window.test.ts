/** @module-tag night */

import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPhotos } from '../fixtures/pictures.ts'
import { axeFindings } from './axe-findings.ts'
import { LayoutFinder } from './layout/layout-faults.ts'
import { addFolder, photoGrid, photoTiles, takeShot, untilDrawn, waitForCount } from './library-page.ts'
import { PAGE_TIMEOUT_MS, startApp, takeProblems, type RunningApp } from './start-app.ts'

const TOTAL = 12
let base: string
let app: RunningApp
let layout: LayoutFinder

beforeAll(async () => {
  layout = await LayoutFinder.make()
  base = realpathSync(makeTempFolder())
  const folder = join(base, 'photos')
  await drawPhotos(folder, TOTAL, { width: 1500, height: 1000 })
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  await addFolder(app.page, folder)
  await waitForCount(app.page, TOTAL)
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

const tileOf = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) })
const nameOf = async (page: Page, index: number) =>
  /^[^,]*/.exec((await photoTiles(page).nth(index).getAttribute('aria-label')) ?? '')![0]
const titleOf = (second: Page) => second.getByRole('heading', { level: 1 })
const says = (second: Page, text: string) => second.getByRole('status').filter({ hasText: text }).waitFor()

/** The shown screen has no faults in either theme, in a large window, a usual one, and as small as it opens. */
async function expectFaultless(second: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [2560, 1440],
    [1440, 900],
    [800, 600],
  ] as const) {
    await second.setViewportSize({ width, height })
    for (const theme of ['light', 'dark'] as const) {
      await expect.poll(() => axeFindings(second, theme, theme === 'dark')).toEqual([])
      await untilDrawn(second)
      await expect.poll(() => layout.faults(second)).toEqual([])
      await takeShot(second, `second-${name}-${width}-${theme}`)
    }
  }
}

test('a second window follows the photo of the main one, can be locked, shows the grid, and closes', async () => {
  const { page } = app
  const names = await Promise.all([0, 1, 2, 3].map((index) => nameOf(page, index)))
  const popup = page.waitForEvent('popup')
  await photoTiles(page).first().waitFor()
  await page.keyboard.press('Shift+E')
  const second = await popup
  second.setDefaultTimeout(PAGE_TIMEOUT_MS)
  await second.getByRole('heading', { name: 'Choose a photo in the main window' }).waitFor()
  await expectFaultless(second, 'empty')

  await photoTiles(page).first().click()
  await expect.poll(() => titleOf(second).textContent()).toBe(names[0])
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => titleOf(second).textContent()).toBe(names[1])
  await expectFaultless(second, 'photo')

  // The second window's arrow leads the main one, and a flag applies to the photo it shows.
  await second.keyboard.press('ArrowRight')
  await expect.poll(() => tileOf(page, names[2]!).getAttribute('aria-selected')).toBe('true')
  await second.keyboard.press('p')
  await expect.poll(() => tileOf(page, names[2]!).getAttribute('aria-label')).toContain('picked')

  await second.getByRole('button', { name: /^Keep what is shown/ }).click()
  await says(second, 'Locked')
  await tileOf(page, names[0]!).click()
  await second.keyboard.press('3')
  await expect.poll(() => tileOf(page, names[2]!).getAttribute('aria-label')).toContain('3 stars')
  await expect.poll(() => titleOf(second).textContent()).toBe(names[2])
  await page.keyboard.press('Shift+W')
  await expect.poll(() => titleOf(second).textContent()).toBe(names[0])

  await page.keyboard.press('Shift+G')
  await expect.poll(() => photoTiles(second).count()).toBe(TOTAL)
  await expect.poll(() => tileOf(second, names[0]!).getAttribute('aria-selected')).toBe('true')
  await expectFaultless(second, 'grid')
  await tileOf(second, names[3]!).click()
  await expect.poll(() => tileOf(page, names[3]!).getAttribute('aria-selected')).toBe('true')
  await page.getByRole('combobox', { name: 'Search photos' }).fill('is:picked')
  await expect.poll(() => photoTiles(second).count()).toBe(1)
  await page.getByRole('combobox', { name: 'Search photos' }).fill('')

  // After a reload of either window the two find each other.
  await second.reload()
  await expect.poll(() => photoTiles(second).count()).toBe(TOTAL)
  await page.reload()
  await tileOf(page, names[1]!).click()
  await expect.poll(() => tileOf(second, names[1]!).getAttribute('aria-selected')).toBe('true')

  const closed = second.waitForEvent('close')
  await photoGrid(page).press('Shift+G')
  await closed
  const again = page.waitForEvent('popup')
  await photoGrid(page).press('Shift+G')
  const last = (await again).waitForEvent('close')
  await photoTiles(await again)
    .first()
    .waitFor()
  expect(takeProblems(app)).toEqual([])
  await page.close()
  await last
})
