/** @module-tag night */

import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { sendTile, startTileServer, type TileServerFixture } from '../fixtures/tile-server.ts'
import { axeFindings } from './axe-findings.ts'
import { addFolder, openSettings, sideBarEntry, takeShot, waitForCount } from './library-page.ts'
import { startApp, type RunningApp, watchForeignRequests } from './start-app.ts'

/** Online tiles in a real browser, from a server on this machine. The tests depend on each other. */

let base: string
let app: RunningApp
let page: Page
let server: TileServerFixture
/** Addresses on other machines that the page itself requested. */
let foreign: string[]

const map = () => page.getByRole('region', { name: 'Map', exact: true })
const world = () => map().getByRole('group', { name: 'World' })
const shownTiles = () => map().locator('.tiles .is-there')
const problem = () => map().getByText(/cannot be reached|did not answer/)
const settings = () => page.getByRole('dialog', { name: 'Settings' })
const backgroundMenu = async () => {
  await map().getByRole('button', { name: 'Map background' }).click()
  await page.getByRole('menu').waitFor()
}
const closeSettings = async () => {
  await page.keyboard.press('Escape')
  await settings().waitFor({ state: 'detached' })
}
/** Waits until tiles of one zoom cover the view. */
const untilCovered = () =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const tiles = [...document.querySelectorAll<HTMLImageElement>('.tiles img')]
        return tiles.length > 0 && tiles.every(({ complete, classList }) => complete && classList.contains('is-there'))
      }),
    )
    .toBe(true)

beforeAll(async () => {
  server = await startTileServer()
  base = realpathSync(makeTempFolder())
  mkdirSync(join(base, 'photos'))
  await sharp(await drawPicture({ seed: 1, width: 640, height: 480 }))
    .withExif({
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '38/1 42/1 3960/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '9/1 8/1 1320/100',
      },
    })
    .jpeg()
    .toFile(join(base, 'photos', 'lisbon.jpg'))
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  page = app.page
  foreign = watchForeignRequests(app)
  await addFolder(page, join(base, 'photos'))
  await waitForCount(page, 1)
})
afterEach(() => expect(app.problems.splice(0)).toEqual([]))
afterAll(async () => {
  await app?.close()
  await server?.close()
  removeFolder(base)
})

test('a server is chosen in the settings, which the map leads to, and nothing is fetched before', async () => {
  await sideBarEntry(page, /^Map$/).click()
  await map()
    .getByRole('button', { name: /Lisbon/ })
    .waitFor()
  await backgroundMenu()
  await page.getByRole('menuitem', { name: 'Online tiles…' }).click()
  await settings().getByRole('radio', { name: 'Another tile server' }).click()
  await settings().getByLabel('Address template').fill('http://tiles.example.org/{z}/{x}/{y}.png')
  await settings().getByLabel('Attribution', { exact: true }).fill('© Test of Lumafold')
  await settings().getByLabel('Link of the attribution').fill('https://tiles.example.org/about')
  await settings().getByRole('button', { name: 'Use this server' }).click()
  await settings().getByRole('alert').filter({ hasText: 'write https://' }).waitFor()
  await takeShot(page, 'map-settings')
  for (const theme of ['light', 'dark'] as const) expect(await axeFindings(page, theme, theme === 'light')).toEqual([])
  expect(server.requests).toEqual([])
  await settings().getByLabel('Address template').fill(server.template)
  await settings().getByRole('alert').waitFor({ state: 'detached' })
  await settings().getByRole('button', { name: 'Use this server' }).click()
  await settings().getByRole('button', { name: 'Use this server' }).waitFor({ state: 'detached' })
  await closeSettings()
})

test('tiles are below the photos with their attribution, and the page requests only its own program', async () => {
  await untilCovered()
  const credits = map().getByRole('link', { name: '© Test of Lumafold' })
  await expect.poll(() => credits.getAttribute('href')).toBe('https://tiles.example.org/about')
  await map()
    .getByRole('button', { name: /Lisbon/ })
    .waitFor()
  expect(server.requests.length).toBeGreaterThan(3)
  for (const { path, headers } of server.requests) {
    expect(path).toMatch(/^\/\d+\/\d+\/\d+\.png$/)
    expect(headers['user-agent']).toMatch(/^Lumafold\//)
    expect(headers).not.toHaveProperty('referer')
  }
  expect(foreign).toEqual([])
  await takeShot(page, 'map-tiles')
  for (const theme of ['light', 'dark'] as const) expect(await axeFindings(page, theme, theme === 'light')).toEqual([])
})

test('returning to the same place sends no request', async () => {
  const before = server.requests.length
  await sideBarEntry(page, /^All photos/).click()
  await waitForCount(page, 1)
  await page.reload()
  await waitForCount(page, 1)
  await sideBarEntry(page, /^Map$/).click()
  await untilCovered()
  expect(server.requests).toHaveLength(before)
})

test('without the server the map says so once and shows cached tiles and the outline, until a retry', async () => {
  server.answerWith((request) => request.destroy())
  await world().focus()
  await page.keyboard.press('-')
  await page.keyboard.press('-')
  await problem().waitFor()
  await expect.poll(() => shownTiles().count()).toBeGreaterThan(0)
  await map().locator('.land[d^="M"]').first().waitFor({ state: 'attached' })
  await takeShot(page, 'map-tiles-away')
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  server.answerWith(sendTile)
  await map().getByRole('button', { name: 'Try again' }).click()
  await problem().waitFor({ state: 'detached' })
  await untilCovered()
})

test('switching off stops all requests, and switching on shows the tiles again', async () => {
  await backgroundMenu()
  await page.getByRole('menuitemradio', { name: 'Outline only' }).click()
  await map().locator('.tiles').waitFor({ state: 'detached' })
  await map().getByRole('link').waitFor({ state: 'detached' })
  const before = server.requests.length
  await world().focus()
  for (const key of ['+', '+', '+', 'ArrowLeft', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key)
  await page.keyboard.press('Home')
  await map()
    .getByRole('button', { name: /Lisbon/ })
    .waitFor()
  await openSettings(page, 'Map')
  await settings().getByRole('radio', { name: 'Outline only', checked: true }).waitFor()
  await closeSettings()
  expect(server.requests).toHaveLength(before)
  await backgroundMenu()
  await page.getByRole('menuitemradio', { name: /^Tiles from 127\.0\.0\.1/ }).click()
  await untilCovered()
  expect(server.requests).toHaveLength(before)
})

test('cached tiles are deleted in the settings', async () => {
  await openSettings(page, 'Map')
  await settings().getByRole('button', { name: 'Delete', exact: true }).click()
  await settings().getByText('None', { exact: true }).waitFor()
  await closeSettings()
})
