/** @module-tag night */

import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPhoto } from '../fixtures/pictures.ts'
import { axeFindings } from './axe-findings.ts'
import { addFolder, sideBarEntry, takeShot, untilAnalysed, untilDrawn, waitForCount } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** From a few tagged photos to a review by keys, a certainty, and an inbox. The tests depend on each other. */

let base: string
let folder: string
let app: RunningApp
let page: Page

const COUNT = 12
const TAGGED = 4

const tile = (at: number) => page.getByRole('gridcell', { name: new RegExp(`^photo-${String(at).padStart(2, '0')}`) })
const view = () => page.getByRole('region', { name: 'Learned tags', exact: true })
const review = () => view().getByRole('region', { name: 'Review', exact: true })
const strip = () => review().getByRole('list', { name: /^Photos that are asked/ })
const answered = async () =>
  (
    await review()
      .getByText(/\d+ of \d+ answered/)
      .innerText()
  ).replace(/^.*· /, '')
/** Faults on the screen, in both themes. */
const waitForScreen = async () => {
  expect(await axeFindings(page, 'light', true)).toEqual([])
  expect(await axeFindings(page, 'dark', false)).toEqual([])
}
const draw = (at: number) =>
  drawPhoto(join(folder, `photo-${String(at).padStart(2, '0')}.jpg`), { seed: at + 1, width: 600 })

beforeAll(async () => {
  base = realpathSync(makeTempFolder('e2e-learned'))
  folder = join(base, 'photos')
  mkdirSync(folder)
  for (let at = 0; at < COUNT; at++) await draw(at)
  app = await startApp({ dataDir: join(base, 'data'), roots: [base], analyses: true })
  page = app.page
  await addFolder(page, folder)
  await waitForCount(page, COUNT)
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

test('a tag learned from a few photos is applied to none; suggestions are answered by keys and undone', async () => {
  // An unanalysed photo cannot be an example.
  await untilAnalysed(page, COUNT)
  await sideBarEntry(page, /^Learned tags/).click()
  await view().getByText('Nothing is learned yet').waitFor()
  await takeShot(page, 'learned-empty')
  await page.keyboard.press('Escape')

  await tile(0).click()
  await tile(TAGGED - 1).click({ modifiers: ['Shift'] })
  const info = page.getByRole('complementary', { name: 'Information' })
  const field = info.getByRole('combobox', { name: 'Add a tag' })
  await field.fill('Boat')
  await field.press('Enter')
  await info.getByRole('region', { name: 'Tags of the selection' }).getByText('Boat').waitFor()
  await info.getByRole('button', { name: /^Learn a tag/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Learn a tag' })
  await dialog.getByText('4 photos with “Boat”').waitFor()
  await dialog.getByRole('button', { name: 'Learn', exact: true }).click()
  const notice = page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: '“Boat” is learned' })
  await notice.getByRole('button', { name: 'Review' }).click()

  await review().getByRole('heading', { name: 'Does “Boat” fit?' }).waitFor()
  const asked = await strip().getByRole('button').count()
  expect(asked).toBeGreaterThan(2)
  await expect.poll(() => answered()).toBe(`0 of ${asked} answered`)
  await untilDrawn(page)
  const heightOf = async (picture: string) => (await review().locator(`${picture} img`).first().boundingBox())?.height
  await expect.poll(() => heightOf('.large-picture')).toBeGreaterThan(200)
  await expect.poll(() => heightOf('.small-picture')).toBeGreaterThan(40)
  await takeShot(page, 'learned-review')
  await waitForScreen()
  await page.keyboard.press('y')
  await strip()
    .getByRole('button', { name: /: yes$/ })
    .waitFor()
  await page.keyboard.press('n')
  await strip().getByRole('button', { name: /: no$/ }).waitFor()
  await expect.poll(() => answered()).toBe(`2 of ${asked} answered`)
  await page
    .getByText(/^Rejected|^Accepted/)
    .first()
    .waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await strip().getByRole('button', { name: /: no$/ }).waitFor({ state: 'detached' })
  await expect.poll(() => strip().locator('[aria-current]').getAttribute('aria-label')).toContain('not answered')
  for (let left = asked - 1; left > 0; left--) {
    await expect.poll(answered).toBe(`${asked - left} of ${asked} answered`)
    await page.keyboard.press('n')
  }
  await review()
    .getByRole('heading', { name: `1 yes, ${asked - 1} no` })
    .waitFor()
  await takeShot(page, 'learned-answered')
})

test('answers teach the classifier, and the others wait for the next review', async () => {
  await page.keyboard.press('l')
  await review()
    .getByRole('heading', { name: 'Does “Boat” fit?' })
    .or(view().getByText('Nothing waits for a review'))
    .waitFor()
  await page.keyboard.press('Escape')
  const card = view().getByRole('listitem', { name: 'Boat' }).last()
  await card.getByText('Version 2').waitFor()
  await card.getByText('Examples: 5').waitFor()
  await view()
    .getByRole('region', { name: 'Your answers' })
    .getByText(/^1 yes, \d+ no$/)
    .waitFor()
  const slider = card.getByRole('slider', { name: 'Certainty of Boat' })
  await slider.focus()
  await page.keyboard.press('Home')
  await card.getByText(/^8\s?% and above/).waitFor()
  await takeShot(page, 'learned-list')
  await waitForScreen()
})

test('suggestions for later photos wait in the inbox', async () => {
  for (let at = COUNT; at < COUNT + 3; at++) await draw(at)
  const count = view().getByText(/^New: \d+$/)
  await count.waitFor()
  await expect.poll(() => sideBarEntry(page, /^Learned tags/).innerText()).toMatch(/\d/)
  await takeShot(page, 'learned-inbox')
  await waitForScreen()
  await view().getByRole('button', { name: 'Review new suggestions of Boat' }).click()
  await review().getByRole('heading', { name: 'Does “Boat” fit?' }).waitFor()
  await page.keyboard.press('y')
  await strip()
    .getByRole('button', { name: /: yes$/ })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  const seen = view().getByRole('button', { name: 'Mark as seen' })
  if ((await seen.count()) > 0) await seen.click()
  await view().getByText('No suggestions for photos that came since.').waitFor()
  expect(app.problems).toEqual([])
})
