/** @module-tag night */

import { mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPhotos } from '../fixtures/pictures.ts'
import {
  dropFile,
  folderLine,
  openAddFolder,
  photoTiles,
  photoView,
  sideBarEntry,
  takeShot,
  waitForCount,
} from './library-page.ts'
import { startApp, type RunningApp, takeProblems } from './start-app.ts'
import { runBuilt } from './find-programs.ts'

/** Folders are chosen, allowed and removed, and a file is deleted while it is shown. The tests depend on each other. */

let base: string
let home: string
let drive: string
let dataDir: string
let app: RunningApp
let page: Page

const pathField = (within: Page | Locator = page) => within.getByRole('combobox', { name: 'Folder path' })
const watched = (name: string) =>
  page
    .getByRole('tree', { name: 'Folders', exact: true })
    .getByRole('treeitem', { name: new RegExp(String.raw`^${name}\b`) })

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  home = join(base, 'home')
  drive = join(base, 'drive')
  dataDir = join(base, 'data')
  for (const folder of ['.cache', 'empty', 'trips/2024', 'trips/2025'])
    mkdirSync(join(home, folder), { recursive: true })
  mkdirSync(drive)
  await drawPhotos(join(home, 'trips', '2025'), 4)
  await drawPhotos(join(home, 'trips', '2024'), 3, { width: 320, height: 240 })
  await drawPhotos(drive, 2, { width: 300, height: 200 })
  writeFileSync(join(drive, 'damaged.jpg'), 'not a picture')
  app = await startApp({ dataDir, roots: [home], analyses: true })
  page = app.page
})
afterEach(() => {
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

test('a folder is found and added by keyboard alone', async () => {
  const trips = folderLine(page, 'trips')
  await trips.filter({ hasText: '7 photos' }).waitFor()
  await expect.poll(() => folderLine(page, 'empty').innerText()).toBe('empty')
  await trips.focus()
  await page.keyboard.press('ArrowRight')
  const last = folderLine(page, '2025')
  await last.filter({ hasText: '4 photos' }).waitFor()
  await takeShot(page, 'folder-browser')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => pathField().inputValue()).toBe(join(home, 'trips', '2025'))
  await expect.poll(() => last.getAttribute('aria-selected')).toBe('true')
  await pathField().focus()
  await page.keyboard.press('Enter')
  await waitForCount(page, 4)
})

test('watched folders are marked, and hidden ones are shown on request', async () => {
  const dialog = await openAddFolder(page)
  await folderLine(dialog, 'trips').dblclick()
  await folderLine(dialog, '2025').filter({ hasText: 'watched' }).waitFor()
  await expect.poll(() => folderLine(dialog, '.cache').count()).toBe(0)
  await dialog.getByRole('checkbox', { name: 'Hidden folders' }).check()
  await folderLine(dialog, '.cache').waitFor()
  await takeShot(page, 'add-folder')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('an outside folder is refused, confirmed on the machine, and added once it is allowed there', async () => {
  const dialog = await openAddFolder(page)
  await pathField(dialog).fill(drive)
  await dialog.getByRole('button', { name: 'Add folder' }).click()
  await dialog.getByRole('alert').filter({ hasText: home }).waitFor()
  await dialog.getByRole('button', { name: 'Ask on the machine' }).click()
  await dialog.getByText(`npx lumafold allow '${drive}'`).waitFor()
  await takeShot(page, 'ask-for-folder')
  await dialog.getByRole('button', { name: 'Withdraw the question' }).click()
  await dialog.getByRole('button', { name: 'Ask on the machine' }).click()
  await dialog.getByText(`npx lumafold allow '${drive}'`).waitFor()
  await runBuilt(dataDir, 'allow', drive)
  await dialog.waitFor({ state: 'detached' })
  await waitForCount(page, 7)
})

test('allowed folders are listed in the settings and can be revoked', async () => {
  await page.getByRole('button', { name: /^Settings/ }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Folders' }).click()
  const list = settings.getByRole('list', { name: 'Folders that a browser may use' })
  await list.getByText(drive, { exact: true }).waitFor()
  await takeShot(page, 'allowed-folders')
  await list.getByRole('button', { name: `Take back ${drive}` }).click()
  await list.getByText(drive, { exact: true }).waitFor({ state: 'detached' })
  await expect.poll(() => list.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining(home)])
  expect(await runBuilt(dataDir, 'allow')).toContain('No folder is allowed')
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'detached' })
})

test('unreadable files are no longer counted once their folder is removed', async () => {
  await sideBarEntry(page, /Could not be read/).waitFor()
  await watched('drive').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Remove from library/ }).click()
  await page.getByRole('button', { name: 'Remove folder' }).click()
  await waitForCount(page, 4)
  await sideBarEntry(page, /Could not be read/).waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Analysis' }).waitFor({ state: 'detached' })
})

test('arrows and film strip continue after the file of the open photo is deleted', async () => {
  const strip = page.getByRole('navigation', { name: 'Photos around this one' })
  const shown = () => photoView(page).locator('header').first().getByRole('heading').innerText()
  const names = await photoTiles(page).evaluateAll((all) =>
    all.map((tile) => /^[^,]*/.exec(tile.getAttribute('aria-label') ?? '')![0]),
  )
  await photoTiles(page).nth(1).dblclick()
  await expect.poll(shown).toBe(names[1])
  await strip.getByRole('button').nth(3).waitFor()
  rmSync(join(home, 'trips', '2025', names[1]!))
  await expect.poll(() => strip.getByRole('button').count()).toBe(3)
  await page.keyboard.press('ArrowRight')
  await expect.poll(shown).toBe(names[2])
  await page.keyboard.press('ArrowLeft')
  await expect.poll(shown).toBe(names[0])
  await strip.getByRole('button', { name: names[3]! }).click()
  await expect.poll(shown).toBe(names[3])
  // The last one has no next photo that could replace it.
  rmSync(join(home, 'trips', '2025', names[3]!))
  await expect.poll(() => strip.getByRole('button').count()).toBe(2)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(shown).toBe(names[2])
  await strip.getByRole('button', { name: names[0]! }).click()
  await expect.poll(shown).toBe(names[0])
  await page.keyboard.press('Escape')
  await photoView(page).waitFor({ state: 'detached' })
  // The stage may have requested the pixels of a file just when it was deleted.
  expect(takeProblems(app)).toEqual([])
})

test('a dropped folder is found by its name and files, and added after confirmation', async () => {
  await dropFile(page, join(home, 'trips', '2024'))
  const dialog = page.getByRole('dialog', { name: 'Add a folder' })
  await dialog.getByText('Is it this one?').waitFor()
  await takeShot(page, 'dropped-folder')
  await dialog.getByRole('button', { name: `Add it: ${join(home, 'trips', '2024')}` }).click()
  await dialog.waitFor({ state: 'detached' })
  await waitForCount(page, 5)
})

test("the person chooses one that is not among the window's folders", async () => {
  await dropFile(page, drive)
  const dialog = page.getByRole('dialog', { name: 'Add a folder' })
  await dialog.getByText('“drive” was not found.').waitFor()
  await folderLine(dialog, 'trips').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('a moved folder is located by dropping it', async () => {
  const moved = join(home, 'empty', 'best of 2024')
  renameSync(join(home, 'trips', '2024'), moved)
  await page.getByRole('treeitem', { name: /^2024.*not available/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Locate…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Where is “2024” now?' })
  await dialog.waitFor()
  await dropFile(page, moved)
  await dialog.getByRole('button', { name: `This is it: ${moved}` }).click()
  await dialog.waitFor({ state: 'detached' })
  await watched('best of 2024').waitFor()
})
