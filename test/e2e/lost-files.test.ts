/** @module-tag night */

import { copyFileSync, mkdirSync, realpathSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPhoto, drawPhotos } from '../fixtures/pictures.ts'
import {
  addFolder,
  backToLibrary,
  ratingsOnScreen,
  sideBarEntry,
  takeShot,
  untilDrawn,
  waitForCount,
} from './library-page.ts'
import { startApp, type RunningApp, takeProblems } from './start-app.ts'

/** Files only the person can identify: one edited under another name, and one of two equal copies. */

const TOTAL = 4

let base: string
let folder: string
let app: RunningApp
let page: Page

const tile = (name: string) =>
  page
    .getByRole('grid', { name: 'Photos', exact: true })
    .getByRole('gridcell', { name: new RegExp(`^${name.replaceAll('.', String.raw`\.`)}`) })
const entry = (name: RegExp) => sideBarEntry(page, name)
const information = () => page.getByRole('complementary', { name: 'Information' })
/** Stars of the selected photo, and its manual tags. */
const workShown = async () => ({
  stars: await information().getByRole('group', { name: 'Rating' }).locator('[aria-pressed=true]').count(),
  tags: await information()
    .getByRole('listitem')
    .filter({ has: page.getByLabel('Added by hand') })
    .allInnerTexts(),
})
const give = async (name: string, stars: number, tag: string) => {
  await tile(name).click()
  await page.keyboard.press(String(stars))
  await page.keyboard.press('t')
  await page.getByRole('dialog').getByRole('combobox').fill(tag)
  await page.keyboard.press('Enter')
  await expect.poll(workShown).toEqual({ stars, tags: [tag] })
}
/** The photos may be loaded again between the click and the check. */
const workOf = (name: string) =>
  expect.poll(async () => {
    await tile(name).click()
    return workShown()
  })
/** The stars on the photo's tile. */
const starsOf = (name: string) =>
  expect.poll(async () => {
    const shown = (await ratingsOnScreen(page)).find((rating) => rating.startsWith(`${name} `))
    return shown === undefined ? undefined : Number(shown.slice(name.length + 1))
  })
const shot = (name: string) => takeShot(page, name)

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  folder = join(base, 'photos')
  mkdirSync(folder)
  await drawPhotos(folder, TOTAL)
  app = await startApp({ dataDir: join(base, 'data'), roots: [base], analyses: true })
  page = app.page
  await addFolder(page, folder)
  await waitForCount(page, TOTAL)
})
beforeEach(async () => {
  await backToLibrary(page)
  await entry(/All photos/).click()
  await waitForCount(page, TOTAL)
})
afterEach(() => {
  // Entries disappear in these tests: the chosen one of two equal copies, and its return when that is undone.
  expect(takeProblems(app)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

test('a missing photo is located by its file, and is back with rating and tags', async () => {
  await give('photo-001.jpg', 5, 'Grandma')
  renameSync(join(folder, 'photo-001.jpg'), join(base, 'gone.jpg'))
  await waitForCount(page, TOTAL - 1)
  // Edited outside and saved under another name: nothing in it reveals whose file it is.
  await drawPhoto(join(folder, 'edited.jpg'), { seed: 77, width: 500 })
  await waitForCount(page, TOTAL)
  await entry(/Missing files/).click()
  await waitForCount(page, 1)
  await tile('photo-001.jpg').click()
  await information().getByRole('button', { name: 'Locate the file…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Where is “photo-001.jpg” now?' })
  await dialog.getByRole('combobox', { name: 'File path' }).fill(`${folder}/ed`)
  const found = dialog.getByRole('option', { name: join(folder, 'edited.jpg') })
  await found.waitFor()
  await shot('locate-photo')
  await found.click()
  await dialog.getByRole('button', { name: 'This is it' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('status').filter({ hasText: 'Found the file of 1 photo' }).waitFor()
  await entry(/All photos/).click()
  await waitForCount(page, TOTAL)
  await workOf('edited.jpg').toEqual({ stars: 5, tags: ['Grandma'] })
  await entry(/Missing files/).waitFor({ state: 'detached' })
})

test("a question asks which of two equal copies is a photo's file, and its work goes to the chosen one", async () => {
  await give('photo-002.jpg', 4, 'Harbour')
  const staged = ['first copy.jpg', 'second copy.jpg'].map((name) => join(base, name))
  for (const path of staged) copyFileSync(join(folder, 'photo-002.jpg'), path)
  renameSync(join(folder, 'photo-002.jpg'), join(base, 'gone too.jpg'))
  for (const path of staged) renameSync(path, path.replace(base, folder))
  await waitForCount(page, TOTAL + 1)
  await entry(/Decisions/).click()
  const dialog = page.getByRole('dialog', { name: 'Decisions' })
  const question = dialog.getByRole('article', { name: 'photo-002.jpg' })
  await question.getByText('Several files show the same picture.').waitFor()
  await shot('decisions')
  await question.getByRole('button', { name: `This is it: ${join(folder, 'second copy.jpg')}` }).click()
  await dialog.getByText('Nothing to decide').waitFor()
  await page.keyboard.press('Escape')
  // The entry of the chosen copy disappears: before the page knows, a click requests pictures that are gone.
  await starsOf('second copy.jpg').toBe(4)
  await workOf('second copy.jpg').toEqual({ stars: 4, tags: ['Harbour'] })
  await workOf('first copy.jpg').toEqual({ stars: 0, tags: [] })

  // No picture of a disappearing entry may still be loading.
  await untilDrawn(page)
  await page.getByRole('status').filter({ hasText: 'Found the file' }).getByRole('button', { name: 'Undo' }).click()
  await entry(/Decisions/).waitFor()
  await starsOf('second copy.jpg').toBe(0)
  await workOf('second copy.jpg').toEqual({ stars: 0, tags: [] })
  await untilDrawn(page)
  await page.keyboard.press('Control+Shift+z')
  await entry(/Decisions/).waitFor({ state: 'detached' })
  await starsOf('second copy.jpg').toBe(4)
  await workOf('second copy.jpg').toEqual({ stars: 4, tags: ['Harbour'] })
})
