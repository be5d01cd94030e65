/** @module-tag night */

import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { fillWithPhotos } from '../shells/real-photos.ts'
import { startFakeService, type FakeService } from './fake-service.ts'
import { addFolder, photoTiles, takeShot } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** A person sets up a remote service and meets its problems, in a real browser. The tests depend on each other. */

const KEY = 'acc_0123456789abcdef'
const SECRET = 'open-sesame-4711'

let base: string
let photos: string[]
let service: FakeService
let app: RunningApp
let page: Page

const dialog = () => page.getByRole('dialog', { name: 'Settings' })
const banner = () => page.getByRole('status', { name: 'Remote service' })
const tiles = () => photoTiles(page)
const shot = (name: string) => takeShot(page, name)
/** Everything under the data folder except the file of secrets, as text. */
const written = () =>
  readdirSync(join(base, 'data'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'secrets.json')
    .map((entry) => readIfThere(join(entry.parentPath, entry.name)))
    .join('')
/** A file in progress has its own name, and may have got its final one since it was listed. */
const readIfThere = (file: string): string => {
  try {
    return readFileSync(file, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  photos = await fillWithPhotos(join(base, 'photos'), 5)
  service = await startFakeService({ key: KEY, secret: SECRET })
  app = await startApp({ dataDir: join(base, 'data'), roots: [base], analyses: true })
  page = app.page
})
afterEach(() => {
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  await service?.close()
  removeFolder(base)
})

describe('switching to a service', () => {
  test('shows the outgoing data before anything is sent, and rejected credentials', async () => {
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await dialog().getByRole('tab', { name: 'Analysis engine' }).click()
    await dialog().getByRole('radio', { name: 'Remote service' }).click()
    await dialog()
      .getByText(/reduced copy.*no metadata/)
      .waitFor()
    await dialog().getByLabel('Service address').fill(new URL(service.address).host)
    await dialog().getByLabel('Key', { exact: true }).fill(KEY)
    await dialog().getByLabel('Secret', { exact: true }).fill('wrong')
    await dialog().getByRole('button', { name: 'Save and test' }).click()
    await dialog().getByRole('alert').filter({ hasText: 'must begin with https://' }).waitFor()
    await dialog().getByLabel('Service address').fill(service.address)
    await dialog()
      .getByRole('button', { name: /^(?:Save and test|Test)$/ })
      .click()
    await dialog().getByRole('alert').filter({ hasText: 'does not accept the key and the secret' }).waitFor()
    await shot('remote-refused')
  })

  test('with them photos wait and lose nothing, and a banner gives the reason', async () => {
    await dialog().getByRole('button', { name: 'Analyse with this service' }).click()
    await dialog().getByRole('radio', { name: 'Remote service' }).getByText('In use', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await addFolder(page, join(base, 'photos'))
    await expect.poll(() => tiles().count()).toBe(photos.length)
    await banner().filter({ hasText: 'does not accept the key and the secret' }).waitFor()
    await shot('remote-banner')
    expect(service.uploads).toBe(0)
  })

  test('correct ones are kept in a file that only this person can read, and work continues', async () => {
    await banner().getByRole('button', { name: 'Open settings' }).click()
    await dialog().getByRole('button', { name: 'Replace' }).click()
    await dialog().getByLabel('Key', { exact: true }).fill(KEY)
    await dialog().getByLabel('Secret', { exact: true }).fill(SECRET)
    await dialog()
      .getByText(/will be kept in a file that only you can read/)
      .waitFor()
    await dialog().getByRole('button', { name: 'Save and test' }).click()
    await dialog().getByText('The service answers').waitFor()
    await dialog().getByText('140 of 2,000').waitFor()
    await dialog().getByText('personal_photos, nsfw_beta').waitFor()
    await shot('remote-answers')
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Analysis' }).waitFor({ state: 'hidden' })
    await banner().waitFor({ state: 'hidden' })
    expect(service.answered.get('/v2/tags')).toBe(photos.length)
    expect(service.uploads).toBe(photos.length)
    if (process.platform !== 'win32') expect(statSync(join(base, 'data/config/secrets.json')).mode & 0o777).toBe(0o600)
  })

  test('its findings are marked as such', async () => {
    // A veiled photo would first be revealed.
    await tiles()
      .filter({ hasNot: page.getByRole('button', { name: /^Show / }) })
      .first()
      .click()
    const tags = page.getByRole('region', { name: 'Tags', exact: true })
    const found = tags.getByRole('listitem').filter({ hasText: 'lighthouse' })
    await found.getByLabel('Found by a remote service').waitFor()
    await shot('remote-inspector')
  })

  test('the secret is nowhere else on the disk, and not in the page', async () => {
    const text = written()
    expect(text.length).toBeGreaterThan(10_000)
    for (const secret of [SECRET, KEY, Buffer.from(`${KEY}:${SECRET}`).toString('base64')])
      expect(text).not.toContain(secret)
    expect(await page.content()).not.toContain(SECRET)
  })

  test('a service that is down makes photos wait; Retry continues once it is back', async () => {
    service.mood = 'down'
    await sharp(photos[0]!)
      .withExif({ IFD0: { Copyright: 'Ann of the Harbour' } })
      .jpeg()
      .toFile(join(base, 'photos', 'zz-later.jpg'))
    await banner().waitFor()
    service.mood = 'good'
    await banner().getByRole('button', { name: 'Retry' }).click()
    await banner().waitFor({ state: 'hidden' })
    await page.getByRole('region', { name: 'Analysis' }).waitFor({ state: 'hidden' })
    expect(service.uploads).toBe(photos.length + 1)
  })

  test('the uploads had no metadata and no file name', () => {
    for (const word of ['Ann of the Harbour', 'Exif', 'zz-later', base])
      expect(service.lastUpload.includes(word)).toBe(false)
    expect(service.lastUpload.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(true)
  })
})

describe('the window', () => {
  test.each([
    [1440, 900],
    [1024, 700],
    [800, 600],
    [730, 600],
    [640, 480],
  ])('shows all of its bar at %d × %d', async (width, height) => {
    await page.setViewportSize({ width, height })
    const bar = page.locator('header.bar')
    await expect.poll(() => bar.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    for (const name of ['Sidebar', 'Filters', 'Information']) {
      const box = await bar.getByRole('button', { name }).boundingBox()
      expect(box!.x + box!.width).toBeLessThanOrEqual(width)
    }
    expect((await bar.getByRole('combobox', { name: 'Search photos' }).boundingBox())!.width).toBeGreaterThan(100)
  })

  test('keeps a setting changed right before the page closed', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const options = async () => {
      await page.getByRole('button', { name: 'View options' }).click()
      return page.getByRole('dialog', { name: 'View options' }).getByRole('group', { name: 'Theme' })
    }
    const theme = (await options()).getByRole('button', { name: 'Light' })
    await expect.poll(() => theme.getAttribute('aria-pressed')).not.toBe('true')
    await theme.click()
    await page.reload()
    const reloaded = (await options()).getByRole('button', { name: 'Light' })
    await expect.poll(() => reloaded.getAttribute('aria-pressed')).toBe('true')
  })
})
