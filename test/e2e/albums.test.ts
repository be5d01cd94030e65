import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPhotos } from '../fixtures/pictures.ts'
import { addFolder, shelfOf, takeShot, waitForCount } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** Albums in a real browser: made, nested, filled, ordered. The tests follow on each other. */
const COUNT = 6
let base: string
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
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  page = app.page
  await addFolder(page, folder)
  await shelfOf(page, /All photos/).waitFor()
  await waitForCount(page, COUNT)
})
afterAll(async () => {
  await app.close()
  removeFolder(base)
})

test('albums are made, named in place, nested by dragging and filled by dragging photos onto them', async () => {
  await page.getByText('No albums yet').waitFor()
  await make('Travel')
  await make('Rome')
  await album(/^Rome/).dragTo(album(/^Travel/))
  await album(/^Rome/).waitFor({ state: 'detached' }) // it lies in an album that is closed
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

test('the album of a key takes photos and gives them back; the picker makes one', async () => {
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

test('removing an album takes those within it along, and Undo brings all of it back', async () => {
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
