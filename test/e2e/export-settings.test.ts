/** @module-tag night */

import { mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { hasExiftool, hasPdfTools, readWithExiftool, tell } from '../fixtures/other-programs.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { chooseTarget, openExport, runExport } from './export-window.ts'
import { addFolder, backToLibrary, chooseLine, photoTiles, takeShot, waitForCount } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** Export settings as a person chooses them in the window, and how other programs read the files. */

let base: string
let app: RunningApp
let page: Page

const EXIF = {
  IFD0: { Make: 'Lumacam', Model: 'L1', Artist: 'Ada Lovelace', Copyright: 'Ada Lovelace 2024' },
  IFD2: { DateTimeOriginal: '2024:06:01 10:00:00' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 42/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '9/1 8/1 0/1' },
}

beforeAll(async () => {
  base = realpathSync(makeTempFolder('e2e-export-settings'))
  const photos = join(base, 'photos')
  mkdirSync(photos)
  for (const [at, name] of ['lake.jpg', 'wood.jpg'].entries())
    await sharp(await drawPicture({ width: 1200, height: 800, seed: at + 1 }))
      .withExif(EXIF)
      .toFile(join(photos, name))
  app = await startApp({ dataDir: join(base, 'data'), roots: [base], analyses: true })
  page = app.page
  await addFolder(page, photos)
  await waitForCount(page, 2)
})
afterEach(async () => {
  await backToLibrary(page)
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

/** A section of the settings, opened if it is closed. */
const openPart = async (dialog: Locator, name: string): Promise<Locator> => {
  const part = dialog.getByRole('region', { name, exact: true })
  const title = part.getByRole('button', { name: new RegExp(`^${name}`) })
  if ((await title.getAttribute('aria-expanded')) === 'false') await title.click()
  return part
}
const preset = (dialog: Locator, name: string) =>
  dialog.getByRole('complementary', { name: 'Presets' }).getByRole('button', { name: new RegExp(`^${name}\\b`) })
const changePreset = async (dialog: Locator, name: string, line: string): Promise<void> => {
  await dialog.getByRole('button', { name: `Change the preset ${name}` }).click()
  await chooseLine(page, line)
}
/** Files of a folder, by name. */
const filesIn = (folder: string): string[] => readdirSync(folder).toSorted()

test.runIf(hasExiftool)('format, colours, resolution, watermark and metadata are written as chosen', async () => {
  const target = join(base, 'print')
  const dialog = await openExport(page)
  await dialog.getByRole('textbox', { name: 'Pixels', exact: true }).fill('600')
  const file = await openPart(dialog, 'File')
  await file.getByLabel('Format').selectOption('TIFF')
  await file.getByLabel('Colour space').selectOption('Display P3')
  await file.getByLabel('Sharpening').selectOption('For glossy paper')
  await file.getByLabel('Resolution').fill('240')
  const mark = await openPart(dialog, 'Watermark')
  await mark.getByRole('button', { name: 'Text', exact: true }).click()
  await mark.getByRole('textbox', { name: /^Words/ }).fill('© {creator}')
  const metadata = await openPart(dialog, 'Metadata')
  await metadata.getByRole('button', { name: 'Copyright only', exact: true }).click()
  await expect.poll(() => metadata.getByRole('checkbox', { name: /^Say where/ }).isChecked()).toBe(false)
  await chooseTarget(dialog, target)
  await takeShot(page, 'export-settings')
  await runExport(dialog, 'Export 2 files', '2 files written')

  expect(filesIn(target)).toEqual(['lake_600x400.tif', 'wood_600x400.tif'])
  const read = readWithExiftool(join(target, 'lake_600x400.tif'))
  expect(read).toMatchObject({
    'File:FileType': 'TIFF',
    'IFD0:ImageWidth': 600,
    'IFD0:ImageHeight': 400,
    'IFD0:XResolution': 240,
    'IFD0:ResolutionUnit': 2,
    'ICC_Profile:ProfileDescription': expect.stringContaining('P3'),
    // libvips writes no EXIF into TIFF files; XMP has all of it.
    'XMP-dc:Creator': 'Ada Lovelace',
    'XMP-dc:Rights': 'Ada Lovelace 2024',
  })
  expect(Object.keys(read).filter((name) => /GPS|:(?:Make|Model|DateTimeOriginal)$/.test(name))).toEqual([])
})

test('settings are saved as a preset, chosen again, and shared as a file', async () => {
  const dialog = await openExport(page)
  await dialog.getByRole('textbox', { name: 'Pixels', exact: true }).fill('320')
  await (await openPart(dialog, 'File')).getByLabel('Format').selectOption('WebP')
  await dialog.getByRole('button', { name: 'Save as preset…' }).click()
  await dialog.getByRole('textbox', { name: 'Name of the preset' }).fill('Web')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await preset(dialog, 'Web').waitFor()
  await dialog.getByRole('textbox', { name: 'Pixels', exact: true }).fill('500')
  await preset(dialog, 'Web').getByText('changed').waitFor()
  await preset(dialog, 'Web').click()
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Pixels', exact: true }).inputValue()).toBe('320')

  const downloading = page.waitForEvent('download')
  await changePreset(dialog, 'Web', 'Save as a file')
  const shared = join(base, 'shared.json')
  await (await downloading).saveAs(shared)
  await changePreset(dialog, 'Web', 'Delete')
  await preset(dialog, 'Web').waitFor({ state: 'detached' })
  await dialog.locator('input[type=file][accept*=json]').setInputFiles(shared)
  await preset(dialog, 'Web').waitFor()
  const [row, menu] = [
    await preset(dialog, 'Web').boundingBox(),
    await dialog.getByRole('button', { name: 'Change the preset Web' }).boundingBox(),
  ]
  expect(menu!.y + menu!.height).toBeLessThanOrEqual(row!.y + row!.height) // its menu is in its line
  await takeShot(page, 'export-presets')

  await dialog.getByRole('textbox', { name: 'Pixels', exact: true }).fill('500')
  await preset(dialog, 'Web').click()
  const target = join(base, 'web')
  await chooseTarget(dialog, target)
  await runExport(dialog, 'Export 2 files', '2 files written')
  expect(filesIn(target)).toEqual(['lake_320x213.webp', 'wood_320x213.webp'])
  expect(await sharp(join(target, 'wood_320x213.webp')).metadata()).toMatchObject({ format: 'webp', width: 320 })
})

test.runIf(hasPdfTools)('a contact sheet is a PDF with the photos, their names and a title', async () => {
  const target = join(base, 'sheets')
  const dialog = await openExport(page)
  await dialog.getByRole('button', { name: 'Contact sheet', exact: true }).click()
  const pages = await openPart(dialog, 'Pages')
  await pages.getByLabel('Columns').fill('1')
  await pages.getByLabel('Rows').fill('1')
  await pages.getByLabel('At the top of every page').fill('Proofs of June')
  await chooseTarget(dialog, target)
  await takeShot(page, 'export-sheet')
  await runExport(dialog, 'Export 1 file', '2 photos on the contact sheet')
  const [name] = filesIn(target)
  const pdf = join(target, name!)
  expect(readFileSync(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  expect(tell('pdfinfo', pdf)).toMatch(/Pages:\s+2\n[\s\S]*A4/)
  const text = tell('pdftotext', '-layout', pdf, '-')
  for (const wanted of ['Proofs of June', 'lake.jpg', 'wood.jpg']) expect(text).toContain(wanted)
})

test('a sensitive photo is withheld unless requested', async () => {
  await photoTiles(page).first().click()
  await page.keyboard.press('Shift+S')
  const dialog = await openExport(page)
  await dialog.getByText('1 sensitive photo is held back.').waitFor()
  await dialog.getByRole('button', { name: 'Photos and crops', exact: true }).click()
  await dialog.getByRole('button', { name: 'Export 1 file', exact: true }).waitFor()
  await dialog.getByRole('checkbox', { name: /^Export sensitive photos, too/ }).check()
  const target = join(base, 'sensitive')
  await chooseTarget(dialog, target)
  await runExport(dialog, 'Export 2 files', '2 files written')
  expect(filesIn(target)).toHaveLength(2)
})

test('a moved crop can be set for the complete stack', async () => {
  await photoTiles(page).first().click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+g')
  await page.getByText(/^Stacked 2 photos/).waitFor()
  const dialog = await openExport(page)
  await dialog.getByRole('checkbox', { name: 'Square 1080 × 1080' }).check()
  await dialog.getByRole('button', { name: 'Leave this size out' }).click()
  await dialog.getByRole('button', { name: 'Review crops…' }).click()
  const review = page.getByRole('dialog', { name: 'Review 2 crops' })
  const cells = review.getByRole('gridcell')
  await cells.first().click()
  for (let step = 0; step < 10; step++) await page.keyboard.press('Shift+ArrowLeft')
  await review.getByRole('gridcell', { name: /Moved$/ }).waitFor()
  await page.keyboard.press('b')
  await expect.poll(() => review.getByRole('gridcell', { name: /Pinned$/ }).count()).toBe(2)
  await takeShot(page, 'crop-review-stack')
  await page.keyboard.press('Escape')
})
