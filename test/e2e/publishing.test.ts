import { mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPhotos } from '../fixtures/pictures.ts'
import { axeFindings } from './axe-findings.ts'
import { addFolder, photoTiles, shelfOf, takeShot, waitForCount } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** A folder that is kept in step with an album, in a real browser and on the disk. The tests follow on each other. */

let base: string
let target: string
let app: RunningApp
let page: Page

const tree = () => page.getByRole('tree', { name: 'Albums' })
const folders = () => page.getByRole('dialog', { name: 'Publish folders' })
const item = (state: string) => folders().locator(`[data-state=${state}]`)
const files = (): string[] => readdirSync(target).toSorted()
const openFolders = async () => {
  await page
    .locator('.view-bar')
    .getByRole('button', { name: /^Activity/ })
    .click()
  await page.getByRole('button', { name: 'Publish folders…' }).click()
  await folders().waitFor()
}
const leave = async () => {
  await folders().getByRole('button', { name: 'Close', exact: true }).last().click()
  await folders().waitFor({ state: 'detached' })
}

beforeAll(async () => {
  base = realpathSync(makeTempFolder('e2e-publishing'))
  target = join(base, 'web')
  const photos = join(base, 'photos')
  for (const folder of [photos, target]) mkdirSync(folder)
  writeFileSync(join(target, 'index.html'), 'not of this program')
  await drawPhotos(photos, 4)
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  page = app.page
  await addFolder(page, photos)
  await shelfOf(page, /All photos/).waitFor()
  await waitForCount(page, 4)
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

test('the files of an album appear in a folder that is kept in step with it', async () => {
  await page.getByRole('button', { name: 'Add an album' }).click()
  await page.getByRole('menuitem', { name: 'New album', exact: true }).click()
  await tree().getByRole('textbox').fill('Web')
  await page.keyboard.press('Enter')
  const album = tree().getByRole('treeitem', { name: /^Web/ })
  await album.waitFor()
  await photoTiles(page).first().click()
  await photoTiles(page)
    .nth(1)
    .click({ modifiers: ['Control'] })
  await photoTiles(page).nth(1).dragTo(album)
  await tree()
    .getByRole('treeitem', { name: /^Web 2/ })
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Keep a folder in step/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Keep a folder in step' })
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Web')
  await dialog.getByRole('combobox', { name: 'Target folder' }).fill(target)
  await page.keyboard.press('Tab')
  await takeShot(page, 'publishing-new')
  // The notice that photos are in the album does not lie over what the dialog asks.
  const button = (await dialog.getByRole('button', { name: 'Keep in step' }).boundingBox())!
  const ends = await page.locator('.toaster').evaluate((toaster) => toaster.getBoundingClientRect().bottom)
  expect(ends).toBeLessThan(button.y)
  await dialog.getByRole('button', { name: 'Keep in step' }).click()
  await dialog.waitFor({ state: 'detached' })
  // All folders are shown once one is made.
  await folders().waitFor()
  await item('in-step').getByText('2 files').waitFor()
  await takeShot(page, 'publishing-folders')
  expect(files()).toHaveLength(3)
  expect(await axeFindings(page, 'light', true)).toEqual([])
  expect(await axeFindings(page, 'dark', false)).toEqual([])
})

test('a photo that leaves the album takes its file with it, and nothing else in the folder is touched', async () => {
  await leave()
  await tree()
    .getByRole('treeitem', { name: /^Web 2/ })
    .click()
  await waitForCount(page, 2)
  await photoTiles(page).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Take out of “Web”' }).click()
  await waitForCount(page, 1)
  await openFolders()
  await item('in-step').getByText('1 file', { exact: false }).waitFor()
  await expect.poll(files).toHaveLength(2)
  expect(files()).toContain('index.html')
})

test('it is switched off, and what it wrote goes with it where that is wanted', async () => {
  await folders().getByRole('checkbox', { name: 'Kept in step' }).uncheck()
  await folders().getByText('Switched off', { exact: false }).waitFor()
  await folders().getByRole('button', { name: 'Stop Web' }).click()
  const question = page.getByRole('alertdialog', { name: 'Stop keeping “Web” in step?' })
  await question.getByRole('checkbox', { name: /^Remove the files/ }).check()
  await takeShot(page, 'publishing-stop')
  await question.getByRole('button', { name: 'Stop', exact: true }).click()
  await folders().getByText('No publish folders').waitFor()
  expect(files()).toEqual(['index.html'])
  expect(app.problems.splice(0)).toEqual([])
})
