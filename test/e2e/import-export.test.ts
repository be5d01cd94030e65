/** @module-tag night */

import { mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { makeLightroomCatalog } from '../fixtures/lightroom-catalog.ts'
import { drawPhotos } from '../fixtures/pictures.ts'
import { addFolder, ratingsOnScreen, takeShot } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** Work that travels: from a Lightroom catalogue into the library, and out of it. The tests depend on each other. */

const TOTAL = 4

let base: string
let folder: string
let app: RunningApp
let page: Page

/** By attribute: they have no role under a dialog. */
const tiles = () => page.locator('[role=gridcell]')
/** `photo-001.jpg 4` for each photo, with its stars. */
const ratings = () => ratingsOnScreen(page)
const openDialog = async (button: 'Import…' | 'Export…') => {
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Import and export' }).click()
  await shot('settings-transfer')
  await page.getByRole('button', { name: button }).click()
  return page.getByRole('dialog')
}
const shot = (name: string) => takeShot(page, name)

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  folder = join(base, 'photos')
  mkdirSync(folder)
  await drawPhotos(folder, TOTAL)
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  page = app.page
  await addFolder(page, folder)
  await tiles()
    .nth(TOTAL - 1)
    .waitFor()
})
afterEach(() => {
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

test('a catalogue is previewed, its folder located, imported as one change, and undone in place', async () => {
  const ofLightroom = ['photo-001.jpg', 'photo-002.jpg', 'gone.jpg'].map((name, at) => ({
    name,
    rating: 5 - at,
    label: 'Red',
    keywords: [['Places', 'Rome']],
  }))
  makeLightroomCatalog(join(base, 'old.lrcat'), 'D:/Pictures/', ofLightroom).close()
  await page.getByRole('gridcell', { name: /^photo-001/ }).click()
  await page.keyboard.press('2')
  await expect.poll(async () => (await ratings()).filter((each) => each.endsWith('2'))).toHaveLength(1)
  const before = await ratings()

  const dialog = await openDialog('Import…')
  const path = dialog.getByRole('combobox', { name: 'Path of a catalogue, table or folder' })
  await path.fill(`${base}/`)
  await shot('import-choice')
  await dialog.getByRole('option', { name: join(base, 'old.lrcat') }).click()
  await dialog.getByRole('button', { name: 'Look' }).click()
  await dialog.getByText('tells of 3 photos').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Nothing to import' }).isDisabled()).toBe(true)
  await expect.poll(() => dialog.getByLabel('Folder of the other program').inputValue()).toBe('D:/Pictures')
  await dialog.getByRole('combobox', { name: 'Folder of this library' }).fill(folder)
  await dialog.getByRole('button', { name: 'Look again' }).click()
  const importInto = dialog.getByRole('button', { name: /^Import into/ })
  await importInto.waitFor()
  await dialog.getByText('Which ones').click()
  await dialog.getByText('D:/Pictures/gone.jpg').waitFor()
  await shot('import-report')
  await dialog.getByText('Kept: 1 rating.').waitFor()
  await expect.poll(() => ratings()).toEqual(before)

  await dialog.getByRole('checkbox', { name: 'Replace what was given in Lumafold' }).click()
  await dialog.getByText('2 ratings', { exact: true }).waitFor()
  await importInto.click()
  await dialog.getByText('2 photos changed').waitFor()
  await shot('import-result')
  const after = ['photo-001.jpg 5', 'photo-002.jpg 4', 'photo-003.jpg 0', 'photo-004.jpg 0']
  await expect.poll(ratings).toEqual(after)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByText('The import is undone').waitFor()
  await expect.poll(ratings).toEqual(before)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(ratings).toEqual(after)
  await page.keyboard.press('h')
  const history = page.getByRole('complementary', { name: 'History' })
  await history.getByText('Imported from the Lightroom catalogue old.lrcat: 2 photos').waitFor()
  await page.keyboard.press('h')
})

test('a file that is not a catalogue is refused as such', async () => {
  const dialog = await openDialog('Import…')
  const path = dialog.getByRole('combobox', { name: 'Path of a catalogue, table or folder' })
  await path.fill(join(folder, 'photo-001.jpg'))
  await dialog.getByRole('button', { name: 'Look' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'a kind that is not known' }).waitFor()
  await shot('import-refused')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
})

test('the library is exported as a table, and as sidecars, but never among photos', async () => {
  const dialog = await openDialog('Export…')
  await dialog.getByRole('radio', { name: 'A table' }).click()
  await dialog.getByRole('combobox', { name: 'Target folder' }).fill(join(base, 'out'))
  await page.keyboard.press('Tab')
  await shot('export-choice')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog.getByText('4 photos written').waitFor()
  await shot('export-result')
  const table = readFileSync(join(base, 'out', 'lumafold-library.csv'), 'utf8')
  expect(table).toMatch(/photo-001\.jpg,.*,5,/)
  expect(table).toContain('Places/Rome')

  await dialog.getByRole('button', { name: 'Export again' }).click()
  await dialog.getByRole('radio', { name: 'XMP sidecars' }).click()
  await dialog.getByRole('combobox', { name: 'Target folder' }).fill(base)
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog.getByRole('alert').filter({ hasText: 'would lie within the watched folder' }).waitFor()
  await dialog.getByRole('combobox', { name: 'Target folder' }).fill(join(base, 'out'))
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog.getByText('2 sidecars written').waitFor()
  expect(readdirSync(join(base, 'out', 'photos')).sort()).toEqual(['photo-001.jpg.xmp', 'photo-002.jpg.xmp'])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
})
