/** @module-tag night */

import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { chooseTarget, openExport } from './export-window.ts'
import { addFolder, backToLibrary, photoTiles, takeShot, waitForCount } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** Exports as jobs, in a real browser: settings, review of crops, activity list, reports, undo. */

let base: string
let app: RunningApp
let page: Page

beforeAll(async () => {
  base = realpathSync(makeTempFolder('e2e-export'))
  const photos = join(base, 'photos')
  mkdirSync(photos)
  for (const [at, name] of ['lake.jpg', 'hills.jpg', 'wood.jpg'].entries())
    await sharp(await drawPicture({ width: 1500, height: 1000, seed: at + 1 }))
      .withExif({ IFD0: { Make: 'Lumacam' }, IFD2: { DateTimeOriginal: `2024:06:0${at + 1} 10:00:00` } })
      .toFile(join(photos, name))
  app = await startApp({ dataDir: join(base, 'data'), roots: [base], analyses: true })
  page = app.page
  await addFolder(page, photos)
  await waitForCount(page, 3)
  // The analysis suggests the crops.
  for (const tile of await photoTiles(page).all()) {
    await tile.click()
    await page
      .getByRole('heading', { name: (await tile.getAttribute('aria-label'))!.split(',')[0]! })
      .first()
      .waitFor()
    await page.getByRole('region', { name: 'Crop suggestions' }).waitFor()
  }
})
afterEach(async () => {
  await backToLibrary(page)
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

const openDialog = () => openExport(page)
const activity = () => page.getByRole('dialog', { name: 'Activity', exact: true })
const report = (state: string) => page.locator(`[data-testid=export-report][data-state=${state}]`)
const openReport = async (): Promise<void> => {
  // A closing notice may have a button with this name, too.
  await page
    .locator('.view-bar')
    .getByRole('button', { name: /^Activity/ })
    .click()
  await activity()
    .getByRole('button', { name: /^(Report|Decide…)$/ })
    .first()
    .click()
}
const shapes = async (folder: string): Promise<string[]> =>
  Promise.all(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jpg'))
      .sort()
      .map(async (name) => {
        const { width, height, density } = await sharp(join(folder, name)).metadata()
        return `${name} ${width}x${height} ${density}`
      }),
  )

test('whole photos and crops are written as a job, reported, and removed again', async () => {
  const target = join(base, 'out')
  const dialog = await openDialog()
  await dialog.getByRole('textbox', { name: 'Pixels', exact: true }).fill('600')
  await dialog.getByRole('checkbox', { name: 'Square 1080 × 1080' }).check()
  await dialog.getByRole('textbox', { name: 'Name pattern' }).fill('{year}/{name}_{size}')
  await dialog.getByTestId('export-names').getByText('2024/').first().waitFor()
  await chooseTarget(dialog, target)
  await takeShot(page, 'export-dialog')
  await dialog.getByRole('button', { name: 'Export 6 files' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('region', { name: 'Notices' }).getByText('6 files written').waitFor()
  await openReport()
  await report('done').waitFor()
  await takeShot(page, 'export-report')
  expect(await shapes(target)).toEqual(
    ['hills', 'lake', 'wood'].flatMap((name) => [
      `2024/${name}_1000x1000.jpg 1000x1000 300`,
      `2024/${name}_600x400.jpg 600x400 300`,
    ]),
  )
  await page.getByRole('button', { name: 'Remove what it wrote' }).click()
  await report('undone').waitFor()
  expect(await shapes(target)).toEqual([])
})

test('a crop moved in the review is written so, and a pinned one stays', async () => {
  const target = join(base, 'moved')
  const dialog = await openDialog()
  await dialog.getByRole('button', { name: 'Leave this size out' }).click()
  await dialog.getByRole('button', { name: 'Review crops…' }).click()
  const review = page.getByRole('dialog', { name: 'Review 3 crops' })
  const cells = review.getByRole('gridcell')
  await review
    .getByRole('gridcell', { name: /Suggested$/ })
    .nth(2)
    .waitFor()
  await cells.first().click()
  for (let step = 0; step < 30; step++) await page.keyboard.press('Shift+ArrowLeft')
  await review.getByRole('gridcell', { name: /Moved$/ }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('p')
  await review.getByRole('gridcell', { name: /Pinned$/ }).waitFor()
  // Dragging the photo to the left brings its right side into the crop.
  const third = (await cells.nth(2).locator('> .picture').boundingBox())!
  await page.mouse.move(third.x + third.width / 2, third.y + third.height / 2)
  await page.mouse.down()
  await page.mouse.move(third.x + third.width / 2 - 40, third.y + third.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => review.getByRole('gridcell', { name: /Moved$/ }).count()).toBe(2)
  await takeShot(page, 'crop-review')
  await review.getByRole('button', { name: 'Back to the settings' }).click()
  await chooseTarget(dialog, target)
  await dialog.getByRole('button', { name: 'Export 3 files' }).click()
  await page.getByRole('region', { name: 'Notices' }).getByText('3 files written').waitFor()
  const files = await shapes(target)
  expect(files).toHaveLength(3)
})

test('existing names are decided at the end, and no photo is overwritten', async () => {
  const target = join(base, 'taken')
  mkdirSync(target)
  writeFileSync(join(target, 'lake.jpg'), 'mine')
  const dialog = await openDialog()
  await dialog.getByRole('button', { name: 'Add the whole photo' }).click()
  await dialog.getByRole('checkbox', { name: 'Square 1080 × 1080' }).uncheck()
  await dialog.getByRole('textbox', { name: 'Name pattern' }).fill('{name}')
  await dialog.getByRole('combobox', { name: 'Where a name is taken' }).selectOption('Ask at the end')
  await chooseTarget(dialog, target)
  await dialog.getByRole('button', { name: 'Export 3 files' }).click()
  await page
    .getByRole('region', { name: 'Notices' })
    .getByRole('status')
    .filter({ hasText: '1 name is taken' })
    .getByRole('button', { name: 'Report' })
    .click()
  await report('asking').waitFor()
  expect(readFileSync(join(target, 'lake.jpg'), 'utf8')).toBe('mine')
  await page.getByRole('button', { name: 'Give all another name' }).click()
  await report('done').waitFor()
  expect(readdirSync(target).sort()).toEqual(['hills.jpg', 'lake (2).jpg', 'lake.jpg', 'wood.jpg'])
  expect(readFileSync(join(target, 'lake.jpg'), 'utf8')).toBe('mine')
})
