/** @module-tag night */

import { mkdirSync, realpathSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { addFolder, backToLibrary, takeShot, waitForCount } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** The keyword tree, the painter, sets, suggestions and the tags of a selection. The tests depend on each other. */

let base: string
let app: RunningApp
let page: Page

const COUNT = 6

/** Photos a minute apart, so that they are neighbours. */
async function takePhoto(folder: string, at: number): Promise<void> {
  const time = `2024:06:01 10:0${at}:00`
  const picture = sharp(await drawPicture({ seed: at * 7 + 1, width: 600, height: 400 })).withExif({
    IFD0: { Make: 'Lumafold', Model: 'Camera' },
    IFD2: { DateTimeOriginal: time },
  })
  await writeFile(join(folder, `photo-${at}.jpg`), await picture.jpeg().toBuffer())
}

const tile = (at: number) => page.getByRole('gridcell', { name: new RegExp(`^photo-${at}`) })
const panel = () => page.getByRole('complementary', { name: 'Keywords' })
const tree = () => panel().getByRole('tree', { name: 'Keywords' })
const item = (name: string) => tree().locator(`[data-keyword="${name}"]`)
const colorOf = (name: string, part: string) =>
  item(name)
    .locator(part)
    .evaluate((element) => getComputedStyle(element).color)
/** The rows of the tree with their photos, as `Austria 2`. */
const rows = () =>
  tree()
    .getByRole('treeitem')
    .evaluateAll((all) =>
      all
        .toSorted((a, b) => Number(a.getAttribute('data-row')) - Number(b.getAttribute('data-row')))
        .map((row) => `${row.getAttribute('data-keyword')} ${row.querySelector('.count')?.textContent ?? ''}`),
    )
const shows = (...wanted: string[]) => expect.poll(rows).toEqual(wanted)
const info = () => page.getByRole('complementary', { name: 'Information' })
const tagsOf = async (at: number): Promise<string[]> => {
  await tile(at).click()
  await info()
    .getByRole('heading', { name: `photo-${at}.jpg` })
    .waitFor()
  return info().getByRole('region', { name: 'Tags', exact: true }).locator('.tag .text').allInnerTexts()
}
const openPanel = async (): Promise<void> => {
  if ((await panel().count()) === 0) await page.keyboard.press('Shift+K')
  await tree().waitFor({ state: 'attached' })
}
const closePanel = async (): Promise<void> => {
  if ((await panel().count()) > 0) await panel().getByRole('button', { name: 'Close keywords' }).click()
  await panel().waitFor({ state: 'detached' })
}
const selectPhotos = async (...wanted: number[]): Promise<void> => {
  await tile(wanted[0]!).click()
  for (const at of wanted.slice(1)) await tile(at).click({ modifiers: ['Control'] })
  // The text about a selection must be about the one shown.
  await expect.poll(() => page.locator('[role="gridcell"][aria-selected="true"]').count()).toBe(wanted.length)
}
const addTag = async (name: string): Promise<void> => {
  const field = info().getByRole('combobox', { name: 'Add a tag' })
  await field.fill(name)
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('')
}
const openMenu = async (of: Locator, line: string): Promise<void> => {
  await of.click({ button: 'right' })
  await page.getByRole('menuitem', { name: line }).dispatchEvent('click')
}
const undo = async (): Promise<void> => {
  await page.keyboard.press('Control+z')
  await page
    .getByText(/^Undone/)
    .first()
    .waitFor()
}

beforeAll(async () => {
  base = realpathSync(makeTempFolder('e2e-keywords'))
  const folder = join(base, 'photos')
  mkdirSync(folder)
  for (let at = 0; at < COUNT; at++) await takePhoto(folder, at)
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  page = app.page
  await addFolder(page, folder)
  await waitForCount(page, COUNT)
})
beforeEach(() => backToLibrary(page))
afterEach(() => {
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

test('a selection shows what all have and what some have, and adds to or removes from all', async () => {
  await selectPhotos(0, 1)
  await addTag('Places/Vienna')
  await selectPhotos(0, 2)
  await addTag('dog')
  await selectPhotos(0, 1, 2)
  const tags = info().getByRole('region', { name: 'Tags of the selection' })
  await tags.getByText('2 of 3').first().waitFor()
  await expect
    .poll(() => tags.locator('[data-part="some"] .tag').allInnerTexts())
    .toEqual(['Vienna\n2 of 3', 'dog\n2 of 3'])
  await takeShot(page, 'keywords-selection')
  await tags.getByRole('button', { name: 'Add dog to all' }).click()
  await tags.locator('[data-part="all"]').getByText('dog').waitFor()
  await tags.getByRole('button', { name: 'Take Places/Vienna off all' }).click()
  await tags.getByText('Vienna').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await tags.locator('[data-part="some"]').getByText('Vienna').waitFor()
})

test('keywords are renamed in place, moved by the mouse, merged by a dialog, and all is undone', async () => {
  await openPanel()
  await shows('dog 3', 'Places 2')
  await item('Places').press('ArrowRight')
  await shows('dog 3', 'Places 2', 'Places/Vienna 2')
  await item('Places/Vienna').focus()
  await page.keyboard.press('F2')
  const field = tree().getByRole('textbox', { name: 'New name of Places/Vienna' })
  await field.fill('Wien')
  await field.press('Enter')
  await shows('dog 3', 'Places 2', 'Places/Wien 2')
  await item('dog').dragTo(item('Places'))
  await shows('Places 3', 'Places/dog 3', 'Places/Wien 2')
  await takeShot(page, 'keywords-tree')
  await openMenu(item('Places/dog'), 'Merge into another…')
  const merge = page.getByRole('dialog', { name: 'Merge “Places/dog”' })
  await merge.getByRole('combobox', { name: 'Into this keyword' }).fill('Places/Wien')
  await takeShot(page, 'keywords-merge')
  await merge.getByRole('button', { name: 'Merge' }).click()
  await shows('Places 3', 'Places/Wien 3')
  await openMenu(item('Places/Wien'), 'Synonyms and options…')
  const edit = page.getByRole('dialog', { name: 'Keyword “Places/Wien”' })
  await expect.poll(() => edit.getByRole('textbox', { name: 'Synonyms' }).inputValue()).toBe('dog')
  await edit.getByRole('textbox', { name: 'Synonyms' }).fill('dog\nVienna')
  await edit.getByRole('radio', { name: 'Red' }).check({ force: true })
  await takeShot(page, 'keywords-edit')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.waitFor({ state: 'detached' })
  await expect.poll(() => colorOf('Places/Wien', '.icon')).not.toBe(await colorOf('Places', '.icon'))
  await page.getByRole('combobox', { name: 'Search photos' }).fill('vienna')
  await page.keyboard.press('Enter')
  await waitForCount(page, 3)
  await page.getByRole('combobox', { name: 'Search photos' }).fill('')
  await page.keyboard.press('Enter')
  await waitForCount(page, COUNT)
  await page.getByRole('gridcell').first().focus()
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press('Control+z')
    await page
      .getByText(/^Undone/)
      .first()
      .waitFor()
  }
  await shows('dog 3', 'Places 2', 'Places/Vienna 2')
})

test('photos are dropped on a keyword, and a new one is created in the tree', async () => {
  await openPanel()
  await panel().getByRole('button', { name: 'Add a keyword…' }).click()
  const field = tree().page().getByRole('textbox', { name: 'Name of the new keyword' })
  await field.fill('gull')
  await field.press('Enter')
  await item('gull').waitFor()
  await expect.poll(() => colorOf('gull', '.name')).not.toBe(await colorOf('dog', '.name')) // it has no photos yet
  await selectPhotos(3, 4)
  await tile(4).dragTo(item('gull'))
  await expect.poll(rows).toContain('gull 2')
  await panel().getByRole('searchbox', { name: 'Filter keywords' }).fill('vien')
  await shows('Places 2', 'Places/Vienna 2')
  await panel().getByRole('searchbox', { name: 'Filter keywords' }).fill('')
})

test('the painter sprays by dragging, Alt removes, each stroke is one change, and Esc ends it', async () => {
  await openPanel()
  await openMenu(item('gull'), 'Paint with it')
  const bar = page.getByRole('region', { name: 'Painter' })
  await bar.getByText('Painting').waitFor()
  await bar.getByRole('button', { name: '4 stars' }).click()
  await takeShot(page, 'keywords-painter')
  const [from, to] = [(await tile(0).boundingBox())!, (await tile(2).boundingBox())!]
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 })
  await takeShot(page, 'keywords-stroke')
  await page.mouse.up()
  await expect.poll(rows).toContain('gull 5')
  await expect.poll(() => tile(1).getAttribute('aria-label')).toContain('4 stars')
  await tile(1).click({ modifiers: ['Alt'] })
  await expect.poll(rows).toContain('gull 4')
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  await undo()
  await page.keyboard.press('Control+z')
  await expect.poll(rows).toContain('gull 2')
})

test('a set of keywords is saved, and keys apply it to the selection or remove it', async () => {
  await openPanel()
  await panel().getByRole('button', { name: 'Keyword sets…' }).click()
  const sets = page.getByRole('dialog', { name: 'Keyword sets' })
  await sets.getByRole('textbox', { name: 'Name of the set' }).fill('Harbour')
  await sets.getByRole('textbox', { name: 'Keywords, one on each line' }).fill('gull\nPlaces/Vienna')
  await sets.getByRole('button', { name: 'Save the set' }).click()
  await sets.getByRole('button', { name: 'Harbour' }).waitFor()
  await takeShot(page, 'keywords-sets')
  await page.keyboard.press('Escape')
  await selectPhotos(0, 5)
  await page.keyboard.press('Alt+1')
  await expect.poll(rows).toContain('gull 4')
  await page.keyboard.press('Alt+1')
  await expect.poll(rows).toContain('gull 2')
})

test("neighbours' keywords are suggested; Enter adds, Delete rejects for good, an undo restores", async () => {
  await closePanel()
  await tile(5).click()
  const suggested = info().getByRole('region', { name: 'Suggested keywords' })
  const offered = () =>
    suggested
      .getByRole('button', { name: /^Add / })
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
  await expect.poll(offered).toEqual(['Add dog', 'Add Places/Vienna']) // not the removed one
  await takeShot(page, 'keywords-suggestions')
  await suggested.getByRole('button', { name: 'Add Places/Vienna' }).press('Enter')
  await info()
    .getByRole('region', { name: 'Tags', exact: true })
    .getByRole('button', { name: 'Show photos with Places/Vienna' })
    .waitFor()
  await suggested.getByRole('button', { name: 'Add dog' }).press('Delete')
  await expect.poll(offered).not.toContain('Add dog')
  await tile(4).click()
  await expect.poll(offered).toContain('Add dog')
  expect(await tagsOf(5)).toContain('Vienna')
  await expect.poll(offered).not.toContain('Add dog')
  await undo()
  await expect.poll(offered).toContain('Add dog')
})
