/** @module-tag night */
import { mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPhotos } from '../fixtures/pictures.ts'
import { axeFindings } from './axe-findings.ts'
import { addFolder, photoTiles, sideBarEntry, takeShot, waitForCount } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** Albums in a real browser: creating, nesting, filling, ordering, publishing. The tests depend on each other. */
const COUNT = 6
let base: string
/** The folder that publishes an album. */
let target: string
let app: RunningApp
let page: Page

const tree = () => page.getByRole('tree', { name: 'Albums' })
const album = (name: string | RegExp) => tree().getByRole('treeitem', { name })
const tile = (index: number) => page.getByRole('grid', { name: 'Photos' }).locator(`[data-index="${index}"]`)
const shown = (): Promise<string[]> =>
  page
    .getByRole('grid', { name: 'Photos' })
    .locator('[data-photo]')
    .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset['photo'] ?? ''))
const make = async (name: string) => {
  await page.getByRole('button', { name: 'Add an album' }).click()
  await page.getByRole('menuitem', { name: 'New album', exact: true }).click()
  await tree().getByRole('textbox').fill(name)
  await page.keyboard.press('Enter')
  await album(new RegExp(`^${name}`)).waitFor()
}

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  const folder = join(base, 'photos')
  mkdirSync(folder)
  await drawPhotos(folder, COUNT)
  target = join(base, 'web')
  mkdirSync(target)
  writeFileSync(join(target, 'index.html'), 'not of this program')
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  page = app.page
  await addFolder(page, folder)
  await sideBarEntry(page, /All photos/).waitFor()
  await waitForCount(page, COUNT)
})
afterAll(async () => {
  await app.close()
  removeFolder(base)
})

test('albums are created, named in place, nested by dragging and filled by dropping photos', async () => {
  await page.getByText('No albums yet').waitFor()
  await make('Travel')
  await make('Rome')
  await album(/^Rome/).dragTo(album(/^Travel/))
  await album(/^Rome/).waitFor({ state: 'detached' }) // it is in a closed album
  await album(/^Travel/).focus()
  await page.keyboard.press('ArrowRight')
  await album(/^Rome/).waitFor()
  await expect.poll(() => album(/^Rome/).getAttribute('aria-level')).toBe('2')
  await tile(0).click()
  await tile(2).click({ modifiers: ['Control'] })
  await tile(2).dragTo(album(/^Rome/))
  await album(/^Rome 2/).waitFor()
  await album(/^Travel 2/).waitFor()
  await takeShot(page, 'albums-tree')
})

test('an album on a key takes photos and gives them back; the picker creates one', async () => {
  await tile(1).click()
  await page.keyboard.press('Control+Shift+B')
  await page.getByRole('combobox', { name: 'Find or name an album' }).fill('rome')
  await takeShot(page, 'albums-picker')
  await page.keyboard.press('Enter')
  await album(/^Rome 3/).waitFor()
  await page.getByRole('region', { name: 'Albums of the photo' }).getByText('Travel/Rome').waitFor()
  await tile(3).click()
  await page.keyboard.press('Control+b')
  await album(/^Rome 4/).waitFor()
  await page.keyboard.press('Control+b')
  await album(/^Rome 3/).waitFor()
})

test('photos move within the album by dragging and by keys, and an undo moves them back', async () => {
  await album(/^Rome/).click()
  await waitForCount(page, 3)
  await page.getByRole('button', { name: /^Sort by Album order/ }).waitFor()
  const [a, b, c] = await shown()
  await tile(2).click()
  await tile(2).dragTo(tile(0), { targetPosition: { x: 4, y: 20 } })
  await expect.poll(shown).toEqual([c, a, b])
  await tile(0).click()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect.poll(shown).toEqual([a, c, b])
  await takeShot(page, 'albums-order')
  await page.keyboard.press('Control+z')
  await expect.poll(shown).toEqual([c, a, b])
})

test('removing an album removes those within it, and Undo restores all', async () => {
  await album(/^Travel/).focus()
  await page.keyboard.press('Delete')
  await album(/^Travel/).waitFor({ state: 'detached' })
  await waitForCount(page, COUNT)
  await page
    .getByRole('status')
    .filter({ hasText: 'Removed the album “Travel”' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await album(/^Rome 3/).waitFor()
})

describe('a published folder', () => {
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

  test('the files of an album appear in its published folder', async () => {
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
    // The notice that photos are in the album does not cover the dialog's question.
    const button = (await dialog.getByRole('button', { name: 'Keep in step' }).boundingBox())!
    const ends = await page.locator('.toaster').evaluate((toaster) => toaster.getBoundingClientRect().bottom)
    expect(ends).toBeLessThan(button.y)
    await dialog.getByRole('button', { name: 'Keep in step' }).click()
    await dialog.waitFor({ state: 'detached' })
    // All folders are shown once one is created.
    await folders().waitFor()
    await item('in-step')
      .getByText(/^In step · 2 files/)
      .waitFor()
    await takeShot(page, 'publishing-folders')
    expect(files()).toHaveLength(3)
    expect(await axeFindings(page, 'light', true)).toEqual([])
    expect(await axeFindings(page, 'dark', false)).toEqual([])
  })

  test('a photo that leaves the album takes its file along, and nothing else in the folder is touched', async () => {
    await leave()
    await tree()
      .getByRole('treeitem', { name: /^Web 2/ })
      .click()
    await waitForCount(page, 2)
    await photoTiles(page).first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Take out of “Web”' }).click()
    await waitForCount(page, 1)
    await openFolders()
    await item('in-step')
      .getByText(/^In step · 1 file/)
      .waitFor()
    await expect.poll(files).toHaveLength(2)
    expect(files()).toContain('index.html')
  })

  test('it can be switched off, and its files are deleted on request', async () => {
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
})
