import { mkdirSync, readdirSync, realpathSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPhotos } from '../fixtures/pictures.ts'
import {
  addFolder,
  backToLibrary,
  photoTiles,
  ratingsOnScreen,
  sideBarEntry,
  takeShot,
  waitForCount,
} from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** Undo, missing photos, moved folders, backups and sidecars as a person meets them. The tests depend on each other. */

/** A change of more photos than this is reported, with Undo beside it. */
const MAX_UNREPORTED = 100
const TOTAL = MAX_UNREPORTED + 4

let base: string
let folder: string
let app: RunningApp
let page: Page

const tiles = () => photoTiles(page)
const entry = (name: RegExp) => sideBarEntry(page, name)
const showAll = async () => {
  await backToLibrary(page)
  await entry(/All photos/).click()
  await waitForCount(page, TOTAL)
}
const shot = (name: string) => takeShot(page, name)

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  folder = join(base, 'my photos')
  mkdirSync(folder)
  await drawPhotos(folder, TOTAL, { width: 96, height: 64 })
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  page = app.page
  await addFolder(page, folder)
  await waitForCount(page, TOTAL)
})
afterEach(() => {
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

describe('undo', () => {
  beforeEach(showAll)

  const ratings = () => ratingsOnScreen(page)
  /** The stars of all photos, or `several`. */
  const commonRating = async () => {
    const all = new Set((await ratings()).map((each) => each.split(' ').at(-1)))
    return all.size === 1 ? [...all][0] : 'several'
  }

  test('restores all ratings that Ctrl+A and 0 removed, in place and by the keyboard', async () => {
    const atFirst = await ratings()
    await tiles().nth(0).click()
    // The digit follows at once: it rates the current selection, not the earlier one.
    await page.keyboard.press('Control+a')
    await page.keyboard.press('4')
    await expect.poll(commonRating).toBe('4')
    await tiles().nth(1).click()
    await page.keyboard.press('3')
    await expect.poll(commonRating).toBe('several')
    const before = await ratings()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('0')
    await expect.poll(commonRating).toBe('0')
    const notice = page.getByRole('status').filter({ hasText: `Took the rating off ${TOTAL} photos` })
    await notice.waitFor()
    await shot('undo-notice')
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(ratings).toEqual(before)
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(commonRating).toBe('0')
    for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z')
    await expect.poll(ratings).toEqual(atFirst)
  })

  test('of any change is in the history', async () => {
    await page.keyboard.press('h')
    const history = page.getByRole('complementary', { name: 'History' })
    const lines = history.getByRole('listitem')
    // Marks of a minute are one line, and a loaded machine may take longer than that.
    await expect.poll(() => lines.count()).toBeGreaterThan(0)
    await expect.poll(() => lines.locator('.small-picture').count()).toBeGreaterThan(0)
    await shot('history')
    const atFirst = await ratings()
    await lines.last().getByRole('button', { name: 'Redo' }).click()
    await lines.last().getByRole('button', { name: 'Undo' }).click()
    await lines.last().getByRole('button', { name: 'Redo' }).waitFor()
    await expect.poll(ratings).toEqual(atFirst)
    await page.keyboard.press('h')
    await history.waitFor({ state: 'detached' })
  })
})

describe('metadata for other programs', () => {
  beforeEach(showAll)

  test('is offered once a photo is rated, and then written beside photos', async () => {
    const offer = page.getByRole('complementary', { name: 'Ratings and tags for other programs' })
    await tiles().nth(0).click()
    await page.keyboard.press('5')
    await offer.getByRole('button', { name: 'Write them' }).click()
    await offer.waitFor({ state: 'detached' })
    await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.xmp'))).toHaveLength(1)
    await page.getByRole('button', { name: 'Settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('tab', { name: 'Metadata' }).click()
    await dialog.getByText('All is written.').waitFor()
    await shot('settings-metadata')
    await dialog.getByRole('radio', { name: 'Nowhere' }).click()
    await dialog.getByText('All is written.').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
  })
})

describe('photos without a file', () => {
  beforeEach(showAll)

  test('are seen, removed, put back, and return with the file', async () => {
    const name = readdirSync(folder)
      .filter((each) => each.endsWith('.jpg'))
      .sort()[0]!
    renameSync(join(folder, name), join(base, name))
    await waitForCount(page, TOTAL - 1)
    await entry(/Missing files/).click()
    await waitForCount(page, 1)
    const bar = page.getByRole('complementary', { name: 'Missing photos' })
    await shot('missing')
    await bar.getByRole('button', { name: 'Remove 1 photo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await entry(/Recently removed/).click()
    const removed = page.getByRole('dialog', { name: 'Recently removed' })
    await shot('removed')
    await removed.getByRole('button', { name: /^Put back/ }).click()
    await removed.getByText('Nothing was removed').waitFor()
    await page.keyboard.press('Escape')
    renameSync(join(base, name), join(folder, name))
    await showAll()
  })
})

describe('a watched folder', () => {
  beforeEach(showAll)

  test('that was renamed is offline and browsable, and located by the person', async () => {
    const renamed = join(base, 'renamed')
    renameSync(folder, renamed)
    await entry(/Offline/).click()
    await waitForCount(page, TOTAL)
    await expect.poll(() => tiles().first().getAttribute('aria-label')).toContain('drive is not available')
    const bar = page.getByRole('complementary', { name: 'my photos is not available' })
    await shot('offline')
    await bar.getByRole('button', { name: 'Locate…' }).click()
    const dialog = page.getByRole('dialog', { name: /Where is/ })
    await dialog.getByRole('combobox', { name: 'Folder path' }).fill(base)
    await dialog.getByRole('button', { name: 'This is it' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'are not in' }).waitFor()
    app.problems.splice(0) // A refused call is an answer of the library, not a fault of the page.
    await dialog.getByRole('combobox', { name: 'Folder path' }).fill(renamed)
    await dialog.getByRole('button', { name: 'This is it' }).click()
    await dialog.waitFor({ state: 'detached' })
    await showAll()
    folder = renamed
  })

  test('is watched as the person chooses', async () => {
    await page.getByRole('button', { name: 'Settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('tab', { name: 'Folders' }).click()
    const card = dialog.getByRole('listitem', { name: 'renamed' })
    await card.getByText('Intervals', { exact: true }).click()
    await expect.poll(() => card.locator('[data-state=on]').innerText()).toBe('Intervals')
    await card.getByText(/looks for changes at intervals/).waitFor()
    await shot('settings-folders')
    await page.keyboard.press('Escape')
  })
})

describe('backups', () => {
  test('are made and listed, and one is restored at the next start unless cancelled', async () => {
    await page.getByRole('button', { name: 'Settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('tab', { name: 'Backups' }).click()
    await dialog.getByRole('button', { name: 'Back up now' }).click()
    const asked = dialog.getByRole('listitem').filter({ hasText: 'Made by hand' })
    await asked.getByRole('button', { name: /Restore the backup/ }).click()
    await shot('restore')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore at the next start' }).click()
    const note = dialog.getByRole('status').filter({ hasText: 'start it again' })
    await note.waitFor()
    await shot('settings-backups')
    await note.getByRole('button', { name: 'Do not restore' }).click()
    await note.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
  })
})
