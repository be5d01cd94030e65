/** @module-tag night */

import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { addFolder, photoTiles, photoView, sideBarEntry, takeShot, waitForCount } from './library-page.ts'
import { startApp, type RunningApp, watchForeignRequests } from './start-app.ts'

/** Places and the map in a real browser. The tests depend on each other. */

const position = (latitude: string, longitude: string) => ({
  GPSLatitudeRef: latitude.charAt(0),
  GPSLatitude: latitude.slice(2),
  GPSLongitudeRef: longitude.charAt(0),
  GPSLongitude: longitude.slice(2),
})
const lisbon = position('N 38/1 42/1 3960/100', 'W 9/1 8/1 1320/100')
const sydney = position('S 33/1 51/1 2520/100', 'E 151/1 12/1 5400/100')
/** The days and places of the photos. */
const shots = [
  ['2024-06-12', lisbon],
  ['2024-06-12', lisbon],
  ['2024-07-01', sydney],
  ['2024-07-02', null],
] as const

let base: string
let app: RunningApp
let page: Page
/** Addresses that the page requested on other machines. */
let foreign: string[]

const search = () => page.getByRole('combobox', { name: 'Search photos' })
const map = () => page.getByRole('region', { name: 'Map', exact: true })
const mark = (name: string | RegExp) => map().getByRole('button', { name })
const query = () => new URLSearchParams(page.url().split('#')[1]?.split('?')[1] ?? '').get('q') ?? ''

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  mkdirSync(join(base, 'photos'))
  for (const [seed, [day, gps]] of shots.entries())
    await sharp(await drawPicture({ seed: seed + 1, width: 640, height: 480 }))
      .withExif({
        IFD2: { DateTimeOriginal: `${day.replaceAll('-', ':')} 10:00:0${seed}` },
        ...(gps === null ? {} : { IFD3: gps }),
      })
      .jpeg()
      .toFile(join(base, 'photos', `photo ${seed + 1}.jpg`))
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  page = app.page
  foreign = watchForeignRequests(app)
  await addFolder(page, join(base, 'photos'))
  await waitForCount(page, shots.length)
})
afterEach(() => expect(app.problems.splice(0)).toEqual([]))
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

test('a place is completed, found and named as a filter', async () => {
  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.getByRole('complementary', { name: 'Filters' })
  await panel.getByRole('button', { name: /^Portugal\s*2$/ }).waitFor()
  await search().fill('place:lis')
  await page.getByRole('option', { name: /Lisbon, Portugal/ }).click()
  await waitForCount(page, 2)
  expect(query()).toContain('Lisbon, Portugal')
  await takeShot(page, 'places-filter')
  await page.getByRole('button', { name: /^Remove filter / }).click()
  await waitForCount(page, shots.length)
})

test('the map shows the photos with a position, and needs no network', async () => {
  await sideBarEntry(page, /^Map$/).click()
  await mark('2 photos, Lisbon, Portugal').waitFor()
  await mark(/Sydney, Australia/).waitFor()
  await map().locator('.land[d^="M"]').waitFor({ state: 'attached' })
  await takeShot(page, 'map')
  expect(foreign).toEqual([])
})

test('photos of one spot are listed, and Back shows the map again', async () => {
  await mark('2 photos, Lisbon, Portugal').click()
  await waitForCount(page, 2)
  await expect.poll(() => photoTiles(page).count()).toBe(2)
  expect(query()).toMatch(/^within:38\.711/)
  await page.goBack()
  await mark('2 photos, Lisbon, Portugal').waitFor()
})

test('a single photo opens, and closing it shows the map', async () => {
  await mark(/Sydney, Australia/).click()
  await photoView(page).waitFor()
  await page.keyboard.press('Escape')
  await photoView(page).waitFor({ state: 'detached' })
  await mark(/Sydney, Australia/).waitFor()
})

test('keys move and zoom the map, and the visible part is listed', async () => {
  await map().getByRole('group', { name: 'World' }).focus()
  await page.keyboard.press('Home')
  for (let step = 0; step < 4; step++) await page.keyboard.press('+')
  await map().getByRole('button', { name: 'Zoom out' }).waitFor()
  await mark(/Sydney, Australia/).waitFor({ state: 'detached' })
  await page.keyboard.press('Home')
  await map().getByRole('button', { name: 'Show 3 photos in the grid' }).click()
  await waitForCount(page, 3)
  await page.keyboard.press('Shift+M')
  await mark('2 photos, Lisbon, Portugal').waitFor()
  // Even without a click on the map.
  for (let step = 0; step < 4; step++) await page.keyboard.press('+')
  await mark(/Sydney, Australia/).waitFor({ state: 'detached' })
  await page.keyboard.press('Home')
  await mark(/Sydney, Australia/).waitFor()
  await map().getByRole('button', { name: '1 without a position' }).waitFor({ state: 'detached' })
})

test('photos without a position are listed', async () => {
  await page.getByRole('button', { name: /^Remove filter / }).click()
  await map().getByRole('button', { name: '1 without a position' }).click()
  await waitForCount(page, 1)
  expect(query()).toBe('-is:located')
})
