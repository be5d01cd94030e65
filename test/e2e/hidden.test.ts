/** @module-tag night */

import { cpSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPhoto, drawPicture } from '../fixtures/pictures.ts'
import { isNight } from '../fixtures/night.ts'
import { runBuilt } from './find-programs.ts'
import { backToLibrary, chooseLine, photoGrid, takeShot, untilDrawn, waitForCount } from './library-page.ts'
import { pauseAnalysis } from './open-browser.ts'
import { startApp, type RunningApp } from './start-app.ts'

/**
 * A walk through all screens in every mode. A person judged the photo sensitive, so that nothing depends on a model;
 * the tests depend on each other.
 */
const names = ['a-plain.jpg', 'b-plain.jpg', 'c-swim.jpg', 'd-diary.jpg', 'e-plain.jpg']
const SENSITIVE = 'c-swim.jpg'
const PRIVATE = 'd-diary.jpg'
/** A file equal to the sensitive photo, and sensitive too. */
const COPY = 'f-swim copy.jpg'
/** Photos in each mode. */
const ALL = names.length + 1
const WITHOUT_SENSITIVE = ALL - 2
const FOR_CLIENTS = ALL - 3
/** Photos that arrive while the analysis is paused. */
const LATE = 6

let base: string
let photosDir: string
let app: RunningApp
let page: Page
/** Ids of the sensitive and of the private photo. */
let ids: { plain: number; sensitive: number; copy: number; private: number }
/** Addresses of pictures that the page has requested since the last check. */
let requested: string[] = []

const grid = () => photoGrid(page)
const tile = (name: string) => grid().getByRole('gridcell', { name: new RegExp(`^${name}`) })
const count = () => grid().getByRole('gridcell').count()
const shot = (name: string) => takeShot(page, `hidden-${name}`)
const idOf = async (name: string) => Number(await tile(name).getAttribute('data-photo'))
/** The start of the pictures' addresses, once one was requested. */
let pictures = ''
/** The path of an address after the key that pictures begin with. */
const behindKey = (address: string): string => new URL(address).pathname.replace(/^\/with\/[\w-]+/, '')
/** Whether a photo's pixels were requested since the last check; forgets the requests. */
const asked = (id: number): boolean => requested.some((path) => path.startsWith(`/photo/${id}/`))
/** Thumbnails requested together count like their addresses. */
const noteThumbs = (message: string): void => {
  if (!message.includes('/photos/thumbs')) return
  for (const [, id] of message.matchAll(/"photoId":(\d+)/g)) requested.push(`/photo/${id}/thumb`)
}
const settled = () => untilDrawn(page)
const choose = async (title: string) => {
  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByRole('button', { name: title }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'View options' }).waitFor({ state: 'detached' })
}
const go = async (path: string) => {
  await page.evaluate((hash) => (location.hash = hash), path)
}

/** The sensitive photos were taken at another place. */
const positionOf = (name: string) =>
  name === SENSITIVE
    ? { GPSLatitudeRef: 'S', GPSLatitude: '33/1 51/1 25/1', GPSLongitudeRef: 'E', GPSLongitude: '151/1 12/1 54/1' }
    : { GPSLatitudeRef: 'N', GPSLatitude: '38/1 42/1 39/1', GPSLongitudeRef: 'W', GPSLongitude: '9/1 8/1 13/1' }

async function drawTaken(seed: number, name: string): Promise<void> {
  const picture = sharp(await drawPicture({ seed, width: 800 }))
  await picture.withExif({ IFD3: positionOf(name) }).toFile(join(photosDir, name))
}

const chooseLayout = async (name: string) => {
  await page.getByRole('button', { name: 'Grid', exact: true }).click()
  await page.getByRole('menuitemradio', { name }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

/** Opens the list, the map, and the equal files, with `listed` photos in the library. */
async function walkOtherViews(mode: string, listed: number): Promise<void> {
  await chooseLayout('List')
  await expect.poll(() => grid().locator('[data-photo] .picture').count()).toBe(listed)
  await settled()
  await shot(`${mode}-list`)
  await chooseLayout('Justified')
  await go('/map')
  const map = page.getByRole('region', { name: 'Map', exact: true })
  const hasSensitive = listed === ALL
  await map.getByRole('button', { name: /Lisbon/ }).waitFor()
  await expect.poll(() => map.getByRole('button', { name: /Sydney/ }).count()).toBe(hasSensitive ? 1 : 0)
  await settled()
  await shot(`${mode}-map`)
  await go('/duplicates')
  const duplicates = page.getByRole('region', { name: 'Duplicates' })
  const groups = duplicates.getByRole('article')
  await (hasSensitive ? groups : duplicates.getByText('No duplicates', { exact: true })).waitFor()
  await expect.poll(() => groups.count()).toBe(hasSensitive ? 1 : 0)
  await settled()
  await shot(`${mode}-duplicates`)
  await go('/')
  await expect.poll(count).toBe(listed)
}

/** Opens each screen that shows photos, with `listed` of them in the grid. */
async function walk(mode: string, listed: number): Promise<void> {
  await backToLibrary(page)
  await go('/')
  await expect.poll(count).toBe(listed)
  await grid().getByRole('gridcell').first().click()
  await page.keyboard.press('Control+a')
  await settled()
  await shot(`${mode}-grid`)
  await go(`/photo/${ids.plain}`)
  await expect.poll(() => page.getByRole('navigation', { name: 'Photos around this one' }).count()).toBe(1)
  await settled()
  await shot(`${mode}-strip`)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await settled()
  await go(`/similar/colors/${ids.plain}`)
  const found = page.getByRole('grid', { name: /[Ss]imilar/ }).getByRole('gridcell')
  await expect.poll(() => found.count()).toBe(listed - 1)
  await settled()
  await shot(`${mode}-similar`)
  await go(`/photo/${ids.sensitive}`)
  await settled()
  await shot(`${mode}-address`)
  await go('/')
  await expect.poll(count).toBeGreaterThan(0)
  await grid().getByRole('gridcell').first().click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+Shift+E')
  await page.getByRole('checkbox', { name: 'Square 1080 × 1080' }).setChecked(true)
  await page.getByRole('button', { name: 'Review crops…' }).click()
  await page.getByRole('grid', { name: 'Crops' }).getByRole('gridcell').first().waitFor()
  await settled()
  await shot(`${mode}-export`)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Review crops…' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('n')
  await settled()
  await shot(`${mode}-compare`)
  await go('/')
  await expect.poll(count).toBeGreaterThan(0)
  await page.keyboard.press('h')
  await settled()
  await page.keyboard.press('h')
  await walkOtherViews(mode, listed)
}

/** The status of a picture's address, requested by the page itself as any script in it could. */
const statusOf = (id: number, kind: string) =>
  page.evaluate(async (path) => (await fetch(path, { cache: 'no-store' })).status, `${pictures}/photo/${id}/${kind}`)

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  photosDir = join(base, 'photos')
  mkdirSync(photosDir)
  for (const [seed, name] of names.entries()) await drawTaken(seed, name)
  cpSync(join(photosDir, SENSITIVE), join(photosDir, COPY))
  const dataDir = join(base, 'data')
  for (const args of [
    ['add', photosDir, '--wait'],
    ['sensitivity', join(photosDir, SENSITIVE), join(photosDir, COPY), '--sensitive'],
    ['private', join(photosDir, PRIVATE)],
  ])
    await runBuilt(dataDir, ...args)
  pauseAnalysis(dataDir)
  app = await startApp({ dataDir, roots: [base] })
  page = app.page
  page.on('request', (request) => {
    pictures ||= /^\/with\/[\w-]+/.exec(new URL(request.url()).pathname)?.[0] ?? ''
  })
  page.on('request', (request) => requested.push(behindKey(request.url())))
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => noteThumbs(payload.toString())))
  await page.reload()
  await grid()
    .getByRole('gridcell')
    .nth(ALL - 1)
    .waitFor()
  ids = {
    plain: await idOf('b-plain.jpg'),
    sensitive: await idOf(SENSITIVE),
    copy: await idOf(COPY),
    private: await idOf(PRIVATE),
  }
})
afterAll(async () => {
  await app.close()
  removeFolder(base)
})

test('blurred: no pixels of a sensitive photo are requested on any screen', async () => {
  requested = []
  await walk('blur', ALL)
  expect([asked(ids.sensitive), asked(ids.copy)]).toEqual([false, false])
  expect(asked(ids.private)).toBe(true)
})

test('a click on a blurred tile selects it, a double click opens it, both still blurred', async () => {
  requested = []
  await go('/')
  await tile(SENSITIVE).click()
  await expect.poll(() => tile(SENSITIVE).getAttribute('aria-selected')).toBe('true')
  await tile(SENSITIVE).dblclick()
  await expect.poll(() => page.url()).toContain(`/photo/${ids.sensitive}`)
  await settled()
  await shot('blur-opened')
  expect(asked(ids.sensitive)).toBe(false)
  const reveal = page.getByRole('region', { name: 'Photo' }).getByRole('button', { name: `Show ${SENSITIVE}` })
  await reveal.click()
  await expect.poll(() => asked(ids.sensitive)).toBe(true)
  await shot('blur-revealed')
})

test('a shown photo is blurred again after a reload, and V shows it', async () => {
  await page.goto(page.url().replace(/#.*/, '#/'))
  await page.reload()
  await expect.poll(count).toBe(ALL)
  requested = []
  await settled()
  expect(asked(ids.sensitive)).toBe(false)
  await tile(SENSITIVE).click()
  await page.keyboard.press('v')
  await expect.poll(() => asked(ids.sensitive)).toBe(true)
  await page.keyboard.press('v')
  await expect.poll(() => tile(SENSITIVE).locator('img').count()).toBe(0)
})

test('hidden: the photo is on no screen, under no address, and has no picture', async () => {
  await choose('Hide sensitive photos')
  await expect.poll(count).toBe(WITHOUT_SENSITIVE)
  requested = []
  await walk('hide', WITHOUT_SENSITIVE)
  expect([asked(ids.sensitive), asked(ids.copy)]).toEqual([false, false])
  expect(await page.content()).not.toContain(SENSITIVE)
  expect(await Promise.all(['thumb', 'preview'].map((kind) => statusOf(ids.sensitive, kind)))).toEqual([404, 404])
  expect(await statusOf(ids.private, 'thumb')).toBe(200)
})

test('shown: its pixels are there', async () => {
  await choose('Show sensitive photos')
  await expect.poll(count).toBe(ALL)
  requested = []
  await (isNight ? walk('show', ALL) : go(`/photo/${ids.sensitive}`))
  await expect.poll(() => asked(ids.sensitive)).toBe(true)
})

test('client mode closes what is open, hides both photos with their counts, and survives a reload', async () => {
  await go(`/photo/${ids.private}`)
  await page.getByRole('heading', { name: PRIVATE }).first().waitFor()
  await page.keyboard.press('F9')
  await expect.poll(count).toBe(FOR_CLIENTS)
  expect(await page.title()).toBe('Lumafold')
  await shot('client-grid')
  await page.reload()
  await expect.poll(count).toBe(FOR_CLIENTS)
  requested = []
  await walk('client', FOR_CLIENTS)
  expect([ids.sensitive, ids.copy, ids.private].map(asked)).toEqual([false, false, false])
  const seen = await page.content()
  for (const word of [SENSITIVE, PRIVATE, 'ensitive', 'rivate', 'lient mode']) expect(seen).not.toContain(word)
  for (const id of [ids.sensitive, ids.private])
    expect(await Promise.all(['thumb', 'preview'].map((kind) => statusOf(id, kind)))).toEqual([404, 404])
  const folder = page.getByRole('tree').getByText('photos', { exact: true }).locator('../..')
  await expect.poll(() => folder.innerText()).toMatch(new RegExp(String.raw`\b${FOR_CLIENTS}\b`))
  await page.keyboard.press('F9')
  await expect.poll(count).toBe(ALL)
})

test('with a passphrase, only that ends client mode, and a wrong one is reported', async () => {
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Hidden photos' }).click()
  await page.getByLabel('Passphrase', { exact: true }).fill('open sesame')
  await page.getByLabel('The same again').fill('open sesame')
  await shot('settings')
  await page.getByRole('button', { name: 'Set passphrase' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Lock now' }).count()).toBe(1)
  await shot('settings-set')
  await page.keyboard.press('F9')
  await expect.poll(count).toBe(FOR_CLIENTS)
  await page.keyboard.press('F9')
  const field = page.locator('#passphrase')
  await field.fill('open')
  await field.press('Enter')
  await expect.poll(() => page.getByRole('alert').innerText()).toContain('not the passphrase')
  await shot('asked')
  await expect.poll(() => page.locator('[role="gridcell"]').count()).toBe(FOR_CLIENTS) // the dialog hides them from roles
  await field.fill('open sesame')
  await field.press('Enter')
  await expect.poll(count).toBe(ALL)
})

test('the lock survives a reload, and the passphrase opens it', async () => {
  await page.getByRole('button', { name: 'Lock the library' }).click()
  await expect.poll(count).toBe(FOR_CLIENTS)
  await page.reload()
  await expect.poll(count).toBe(FOR_CLIENTS)
  await shot('locked')
  await page.getByRole('button', { name: 'Unlock the library' }).click()
  await page.locator('#passphrase').fill('open sesame')
  await page.locator('#passphrase').press('Enter')
  await expect.poll(count).toBe(ALL)
})

test('a verdict is corrected from the menu, and the correction undone', async () => {
  await choose('Blur sensitive photos')
  await tile(SENSITIVE).click({ button: 'right' })
  await chooseLine(page, 'Sensitivity')
  await page.getByRole('menuitem', { name: 'Fine' }).waitFor()
  await shot('menu')
  await chooseLine(page, 'Fine')
  await expect.poll(() => tile(SENSITIVE).locator('img').count()).toBe(1)
  await page.keyboard.press('Control+z')
  await expect.poll(() => tile(SENSITIVE).locator('img').count()).toBe(0)
})

test('in client mode a photo is hidden until it is analysed; the settings alone hide none of them', async () => {
  await backToLibrary(page)
  const draw = (seed: number, name: string) => drawPhoto(join(photosDir, name), { seed, width: 800 })
  for (let seed = 0; seed < LATE; seed++) await draw(300 + seed, `a-${seed}.jpg`)
  await waitForCount(page, ALL + LATE)
  await page.getByRole('combobox', { name: 'Search photos' }).fill('name:a')
  await waitForCount(page, LATE + 1)
  const pending = grid().locator('.is-pending')
  await expect.poll(() => pending.count()).toBe(LATE)
  await expect.poll(() => pending.locator('.picture.is-shown').count()).toBe(LATE)
  const late = await pending.evaluateAll((all) => all.map((each) => Number(each.getAttribute('data-photo'))))
  await page.keyboard.press('F9')
  await waitForCount(page, 1)
  const waiting = page.getByText(/\d+ not looked at yet/)
  await waiting.waitFor()
  expect(Number.parseInt(await waiting.innerText())).toBeGreaterThanOrEqual(LATE)
  for (const id of late)
    expect(await Promise.all(['thumb', 'preview'].map((kind) => statusOf(id, kind)))).toEqual([404, 404])
  await shot('client-waiting')
  await page.getByRole('button', { name: 'Resume analysis' }).click()
  await waiting.waitFor({ state: 'detached', timeout: 240_000 })
  await waitForCount(page, LATE + 1)
})
