import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { byNight } from '../fixtures/night.ts'
import { sharedPhotos } from '../fixtures/shared.ts'
import { copyPhotos, fillWithPhotos, writeSmallerCopy } from '../shells/real-photos.ts'
import {
  addFolder,
  backToLibrary,
  openPhoto,
  openSettings,
  photoGrid,
  photoTiles,
  photoView,
  sideBarEntry,
  takeShot,
} from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'
import { storeVerdict } from './store-verdict.ts'

/** A person's way through the app in a real browser, with the real engine. The tests depend on each other. */

const coco = sharedPhotos() && join(sharedPhotos()!, 'coco128', 'images')
const hasRealPhotos = Boolean(coco && existsSync(coco))
const realPhotos = () =>
  readdirSync(coco!)
    .filter((name) => name.endsWith('.jpg'))
    .sort()
    .slice(0, byNight(24, 128))
    .map((name) => join(coco!, name))

let base: string
let folder: string
let total: number
let app: RunningApp
let page: Page
/** The photos before the app read them. */
let before: Map<string, string>

const hashAll = (names: readonly string[]) =>
  new Map(
    names.map((name) => [
      name,
      `${statSync(join(folder, name)).mtimeMs} ${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}`,
    ]),
  )
const grid = () => photoGrid(page)
const tiles = () => photoTiles(page)
const photoCount = async () =>
  Number(
    /([\d,]+) photo/
      .exec(await page.getByRole('status').filter({ hasText: /photo/ }).first().innerText())?.[1]
      ?.replaceAll(',', ''),
  )
const waitForCount = (count: number) => expect.poll(photoCount).toBe(count)
const search = () => page.getByRole('combobox', { name: 'Search photos' })
const shot = (name: string) => takeShot(page, name)
/** Returns to all photos, whatever was shown. */
const showAll = async () => {
  await backToLibrary(page)
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: /All photos/ })
    .click()
  await search().fill('')
  await waitForCount(total)
}
const isShown = (picture: Locator) =>
  picture.evaluate((element) => element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0)

const openApp = async () => {
  app = await startApp({ dataDir: join(base, 'data'), roots: [base], analyses: true })
  page = app.page
}

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  folder = join(base, 'my photos')
  mkdirSync(join(base, 'exported'))
  const photos = hasRealPhotos ? copyPhotos(realPhotos(), folder) : await fillWithPhotos(folder, 12)
  await writeSmallerCopy(photos[0]!, join(folder, 'smaller-copy.jpg'))
  total = photos.length + 1
  before = hashAll(readdirSync(folder))
  await openApp()
})
afterEach(() => {
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

describe('adding a folder', () => {
  test('outside the roots is refused with the reason', async () => {
    await page.getByRole('combobox', { name: 'Folder path' }).fill('/')
    await page.getByRole('button', { name: 'Add folder' }).click()
    await page.getByRole('alert').filter({ hasText: base }).waitFor()
  })

  test('shows its photos at once and analyses them all', async () => {
    await addFolder(page, folder)
    await tiles().first().waitFor()
    await waitForCount(total)
    await expect.poll(() => grid().locator('.is-pending').count(), { timeout: 240_000 }).toBe(0)
    await page.getByRole('region', { name: 'Analysis' }).waitFor({ state: 'hidden', timeout: 240_000 })
    await expect.poll(() => isShown(tiles().first().locator('img').first())).toBe(true)
    await shot('grid')
  })
})

describe('finding photos', () => {
  beforeEach(showAll)

  test('by a tag of the engine', async () => {
    await page.getByRole('button', { name: 'Filters' }).click()
    const tag = page
      .getByRole('complementary', { name: 'Filters' })
      .getByRole('region', { name: 'Tags' })
      .getByRole('button')
      .nth(1)
    await tag.waitFor()
    const [, name, count] = /^(.*), (\d+)$/.exec((await tag.textContent())!.trim())!
    await tag.click()
    await waitForCount(Number(count))
    expect(Number(count)).toBeLessThanOrEqual(total)
    await page.getByRole('button', { name: new RegExp(`^Remove filter .*${name}`) }).click()
    await waitForCount(total)
    await page.getByRole('button', { name: 'Close the filters' }).click()
  })

  test('by words, and by nothing that is there', async () => {
    await search().fill('smaller-copy')
    await waitForCount(1)
    await search().fill('zzzznothing')
    await page.keyboard.press('Enter')
    await page.getByText('No photos match').waitFor()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await waitForCount(total)
  })

  test.skipIf(!hasRealPhotos)('by their content, with the broader word too', async () => {
    await search().fill('dog')
    await expect.poll(photoCount).toBeLessThan(total)
    const dogs = await photoCount()
    expect(dogs).toBeGreaterThan(0)
    await search().fill('animal')
    await expect.poll(photoCount).toBeGreaterThan(dogs)
  })
})

describe('a photo', () => {
  beforeEach(showAll)

  test('opens large by double click, with its tags, and closes with Escape', async () => {
    await tiles().first().dblclick()
    const view = page.getByRole('region', { name: 'Photo', exact: true })
    await view.waitFor()
    await expect
      .poll(async () =>
        Math.max(
          0,
          ...(await view
            .locator('img')
            .evaluateAll((pictures) => pictures.map((picture) => (picture as HTMLImageElement).naturalWidth))),
        ),
      )
      .toBeGreaterThan(320)
    await view.getByRole('region', { name: 'Tags' }).getByRole('listitem').first().waitFor()
    await shot('photo')
    await page.keyboard.press('Escape')
    await view.waitFor({ state: 'detached' })
  })

  test('shows all metadata of its file, which can be searched', async () => {
    await tiles().first().click()
    const panel = page.getByRole('complementary', { name: 'Information' })
    await panel.getByRole('button', { name: 'All metadata…' }).click()
    const dialog = page.getByRole('dialog', { name: 'All metadata' })
    await dialog.getByText('MIME Type').waitFor()
    await shot('all-metadata')
    await dialog.getByRole('searchbox', { name: 'Find a tag' }).fill('mime type')
    await dialog.getByText(/^1 of \d+$/).waitFor()
    await expect.poll(() => dialog.getByRole('definition').innerText()).toMatch(/^image\//)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('is selected, rated and opened with the keyboard alone', async () => {
    await tiles().first().click()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('5')
    const focused = grid().locator('[role=gridcell][tabindex="0"]')
    await expect.poll(() => focused.getAttribute('aria-label')).toMatch(/5 star/)
    const name = (await focused.locator('.name').textContent())!
    await page.keyboard.press('Enter')
    const title = page.getByRole('region', { name: 'Photo', exact: true }).getByRole('heading').first()
    await expect.poll(() => title.textContent()).toBe(name)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => title.textContent()).not.toBe(name)
    await backToLibrary(page)
  })

  test.skipIf(!hasRealPhotos)(
    'shows every face at actual size, the doubtful first, and enlarges its eyes',
    async () => {
      await sideBarEntry(page, /With faces/).click()
      await expect.poll(photoCount).toBeLessThan(total)
      await openPhoto(page, tiles().first())
      await page.keyboard.press('a')
      const strip = photoView(page).getByRole('region', { name: 'Faces at actual size' })
      const faces = strip.getByRole('listitem').getByRole('button')
      await expect.poll(() => faces.count()).toBeGreaterThan(0)
      const doubts = () =>
        faces.evaluateAll((all) =>
          all.map(({ ariaLabel }) =>
            /soft/.test(ariaLabel ?? '') ? 2 : /fairly|measured/.test(ariaLabel ?? '') ? 1 : 0,
          ),
        )
      await expect.poll(async () => (await faces.allInnerTexts()).every((text) => /sharp|soft/.test(text))).toBe(true)
      await expect.poll(doubts).toEqual((await doubts()).toSorted((a, b) => b - a))
      await expect.poll(() => faces.first().getAttribute('aria-current')).toBe('true')
      await page.keyboard.press('z')
      await expect.poll(() => photoView(page).getByRole('status', { name: 'Zoom' }).innerText()).toMatch(/^(1|2)00/)
      await shot('faces-enlarged')
      await page.keyboard.press('z')
      await shot('faces')
      await faces.first().click()
      await strip.getByText('The same face in this stack').waitFor()
      await shot('faces-burst')
      await page.keyboard.press('a')
    },
  )

  test("gets the person's own tag, which then finds it", async () => {
    await search().fill('smaller-copy')
    await waitForCount(1)
    await tiles().first().click()
    await page.keyboard.press('t')
    await page.getByRole('dialog').getByRole('combobox', { name: 'Add a tag' }).fill('grandma')
    await page.keyboard.press('Enter')
    await backToLibrary(page)
    await search().fill('grandma')
    await expect.poll(() => tiles().first().textContent()).toContain('smaller-copy')
    await waitForCount(1)
  })
})

describe('similar photos', () => {
  beforeEach(showAll)

  test.each([
    ['content', 'Find similar by content'],
    ['colours', 'Find similar by colours'],
  ])('by %s begin with the same picture, and a word narrows them', async (_by, action) => {
    await search().fill('smaller-copy')
    await waitForCount(1)
    await tiles().first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: action }).click()
    const found = page.getByRole('grid', { name: 'Similar photos' }).getByRole('gridcell')
    await page.getByText('Nothing similar within this search').waitFor()
    await page.getByRole('button', { name: 'Compare with the whole library' }).click()
    await found.first().waitFor()
    const original = readdirSync(folder)
      .filter((name) => name !== 'smaller-copy.jpg')
      .sort()[0]!
    await expect.poll(() => found.first().textContent()).toContain(original)
    await found.nth(1).waitFor()
    await shot('similar')
    const all = await countSimilar()
    await page.getByLabel('How like').getByText('Very like', { exact: true }).click()
    await expect.poll(countSimilar).toBeLessThan(all)
    await expect.poll(() => found.first().textContent()).toContain(original)
  })

  const countSimilar = async () =>
    Number(
      /[\d,]+/
        .exec(await page.locator('header').filter({ hasText: 'Similar to' }).getByRole('status').innerText())?.[0]
        .replaceAll(',', ''),
    )
})

describe('sensitive photos', () => {
  const choose = async (title: string) => {
    await page.getByRole('button', { name: 'View options' }).click()
    await page.getByTitle(title, { exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'View options' }).waitFor({ state: 'detached' })
  }
  /**
   * A photo of a person in swimwear: harmless, and just what the model should notice. Without it the verdict is written
   * directly.
   */
  const name = hasRealPhotos ? '000000000036' : 'photo-002'
  const isBlurred = () =>
    tiles()
      .first()
      .evaluate((tile) => tile.querySelector('.picture.blurred') !== null && tile.querySelector('img') === null)
  beforeAll(async () => {
    if (hasRealPhotos) return
    await app.close()
    storeVerdict(join(base, 'data', 'library'), name)
    await openApp()
  })
  beforeEach(showAll)

  test('are distinguished from others, which are shown normally; underwear is included by choice', async () => {
    await search().fill('smaller-copy')
    await waitForCount(1)
    await expect.poll(isBlurred).toBe(false)
    await search().fill(name)
    await waitForCount(1)
    await expect.poll(() => tiles().first().locator('img').count()).toBe(1)
    await expect.poll(() => isBlurred()).toBe(false)
    await openSettings(page, 'Hidden photos')
    await shot('settings-hidden-photos')
    await page.getByRole('button', { name: 'Nudity and underwear' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Settings' }).waitFor({ state: 'detached' })
    await expect.poll(isBlurred).toBe(true)
  })

  test('are blurred until their button is clicked', async () => {
    await search().fill(name)
    await waitForCount(1)
    await expect.poll(isBlurred).toBe(true)
    await shot('blurred')
    await tiles()
      .first()
      .getByRole('button', { name: /^Show / })
      .click()
    await expect.poll(isBlurred).toBe(false)
  })

  test('are hidden or shown as the person chose, even after a reload', async () => {
    await choose('Hide sensitive photos')
    await expect.poll(photoCount).toBeLessThan(total)
    const shownCount = await photoCount()
    await page.reload() // an unsaved choice is saved when the page closes
    await waitForCount(shownCount)
    await choose('Show sensitive photos')
    await waitForCount(total)
    await search().fill(name)
    await waitForCount(1)
    await expect.poll(isBlurred).toBe(false)
    await choose('Blur sensitive photos')
    await expect.poll(() => grid().locator('.picture.blurred').count()).toBe(1)
  })
})

describe('all of it', () => {
  beforeEach(showAll)

  test('left the photos unchanged', () => {
    expect(hashAll([...before.keys()])).toEqual(before)
  })
})

describe('the window follows the disk', () => {
  beforeEach(showAll)

  test('new files appear and deleted ones disappear while it is open', async () => {
    await writeSmallerCopy(join(folder, 'smaller-copy.jpg'), join(folder, 'newcomer.jpg'))
    await waitForCount(total + 1)
    rmSync(join(folder, 'newcomer.jpg'))
    await waitForCount(total)
  })
})

describe('the address', () => {
  test('keeps the token out of sight, for this tab and port alone', async () => {
    expect(page.url()).not.toContain('token')
    expect(await page.context().cookies()).toEqual([])
    await page.reload()
    await tiles().first().waitFor()
    const opened = page.context().waitForEvent('page')
    await page.evaluate(() => window.open('/', '_blank', 'noopener'))
    const other = await opened
    await other.getByRole('heading', { name: 'Lumafold is closed to this browser' }).waitFor()
    await expect.poll(() => other.getByRole('img').count()).toBe(0)
    await other.close()
  })
})
