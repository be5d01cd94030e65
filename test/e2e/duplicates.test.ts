/** @module-tag night */

import { cpSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPhoto } from '../fixtures/pictures.ts'
import { addFolder, photoTiles, takeShot, waitForCount } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** Duplicates found, compared, moved to the system's trash and restored; the tests depend on each other. */
let base: string
let photos: string
let app: RunningApp
let page: Page

const view = () => page.getByRole('region', { name: 'Duplicates' })
const group = (name: RegExp) => view().getByRole('article', { name })
const listed = () => page.getByRole('dialog', { name: /^Move \d+ photos? to the trash/ })
const place = (name: string) => join(photos, name)

beforeAll(async () => {
  base = realpathSync(makeTempFolder('e2e-duplicates'))
  photos = join(base, 'photos')
  mkdirSync(photos)
  vi.stubEnv('XDG_DATA_HOME', join(base, 'data-home'))
  const sea = await drawPhoto(place('sea.jpg'), { seed: 3, width: 1200, height: 800 })
  cpSync(sea, place('sea copy.jpg'))
  const hill = await drawPhoto(place('hill.jpg'), { seed: 8, width: 1200, height: 800 })
  await sharp(hill).resize(700).webp({ quality: 80 }).toFile(place('hill-web.webp'))
  await drawPhoto(place('other.jpg'), { seed: 15, width: 900, height: 900 })
  app = await startApp({ dataDir: join(base, 'data'), roots: [base], analyses: true })
  page = app.page
  await addFolder(page, photos)
  await waitForCount(page, 5)
})
afterAll(async () => {
  await app?.close()
  vi.unstubAllEnvs()
  if (base) removeFolder(base)
})

test('groups are shown with their differences, the suggestion and its reason', async () => {
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: /^Duplicates/ })
    .click()
  await group(/^Equal files: sea\.jpg/).waitFor()
  const web = group(/^Same picture: hill\.jpg/)
  await web.waitFor()
  await expect.poll(() => web.getByText('Keep: More pixels').count()).toBe(1)
  await expect.poll(() => web.getByRole('radio', { name: /hill\.jpg/ }).isChecked()).toBe(true)
  await expect.poll(() => web.locator('dd.differs', { hasText: '1200 × 800' }).count()).toBe(1)
  await expect.poll(() => web.locator('dd.differs', { hasText: '700 × 467' }).count()).toBe(1)
  await expect.poll(() => group(/./).count()).toBe(2)
  await takeShot(page, 'duplicates')
})

test('keys choose the photo to keep', async () => {
  await page.keyboard.press('ArrowDown')
  await view().locator('article[aria-current="true"][aria-label^="Same picture"]').waitFor()
  await page.keyboard.press('ArrowRight')
  await group(/^Same picture/)
    .getByText('Chosen by you')
    .waitFor()
  await expect
    .poll(() =>
      group(/^Same picture/)
        .getByRole('radio', { name: /hill-web/ })
        .isChecked(),
    )
    .toBe(true)
  await page.keyboard.press('ArrowLeft')
  await group(/^Same picture/)
    .getByText('Keep: More pixels')
    .waitFor()
})

test('nothing is deleted before it is listed; listed files are, and Undo restores them', async () => {
  await group(/^Equal files/)
    .getByRole('checkbox')
    .check()
  await group(/^Same picture/)
    .getByRole('checkbox')
    .check()
  await view().getByRole('button', { name: 'Trash the others of 2 groups…' }).click()
  await listed().waitFor()
  const files = listed().getByRole('region', { name: 'Files that go' })
  expect((await files.getByRole('row').allInnerTexts()).map((text) => text.split(/\s*\t\s*/)[0]).sort()).toEqual(
    [place('hill-web.webp'), place('sea copy.jpg')].sort(),
  )
  await takeShot(page, 'duplicates-list')
  await listed().getByRole('button', { name: 'Cancel' }).click()
  await listed().waitFor({ state: 'detached' })
  expect(existsSync(place('sea copy.jpg')) && existsSync(place('hill-web.webp'))).toBe(true)

  await view().getByRole('button', { name: 'Trash the others of 2 groups…' }).click()
  await listed().getByRole('button', { name: 'Move 2 files to the trash' }).click()
  await listed().waitFor({ state: 'detached' })
  await view().getByRole('heading', { name: 'No duplicates' }).waitFor()
  for (const name of ['sea copy.jpg', 'hill-web.webp']) expect(existsSync(place(name))).toBe(false)
  for (const name of ['sea.jpg', 'hill.jpg']) expect(existsSync(place(name))).toBe(true)

  const toast = page.getByText('Moved 2 photos to the trash')
  await toast.waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('2 files put back from the trash').waitFor()
  for (const name of ['sea copy.jpg', 'hill-web.webp']) expect(existsSync(place(name))).toBe(true)
  await group(/^Equal files: sea\.jpg/).waitFor()
  await group(/^Same picture: hill\.jpg/).waitFor()
})

test('photos marked as no duplicates are no longer shown', async () => {
  // The list may be redrawn after the earlier undo, and a click on its old content is lost.
  const left = async (): Promise<number> => {
    const refuse = group(/^Same picture/).getByRole('button', { name: 'Not duplicates' })
    if ((await refuse.count()) > 0) await refuse.click({ timeout: 3000 }).catch(() => undefined)
    return group(/^Same picture/).count()
  }
  await expect.poll(left).toBe(0)
  await page.keyboard.press('Escape')
  await view().waitFor({ state: 'detached' })
  await photoTiles(page).first().waitFor()
  await waitForCount(page, 5)
  expect(app.problems).toEqual([])
})
