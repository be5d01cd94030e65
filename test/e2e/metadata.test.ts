/** @module-tag night */

import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import {
  addFolder,
  backToLibrary,
  chooseLine,
  openPhoto,
  photoTiles,
  photoView,
  takeShot,
  waitForCount,
} from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'
import { runExiftool } from '../fixtures/exiftool.ts'

/** Turns and metadata of one and many photos, in a real browser; the written sidecars agree. */

const names = ['lake.jpg', 'hills.jpg', 'wood.jpg']
let base: string
let app: RunningApp
let page: Page
let track: string
/** One file's content before the app read it. */
let original: Buffer

beforeAll(async () => {
  base = realpathSync(makeTempFolder('e2e-metadata'))
  mkdirSync(join(base, 'photos'))
  for (const [at, name] of names.entries())
    await sharp(await drawPicture({ width: 900, height: 600, seed: at + 1 }))
      .withExif({ IFD0: { Make: 'Lumen' }, IFD2: { DateTimeOriginal: `2024:06:0${at + 1} 10:00:00` } })
      .toFile(join(base, 'photos', name))
  original = readFileSync(join(base, 'photos', 'lake.jpg'))
  track = join(base, 'walk.gpx')
  const point = (time: string, lat: number) => `<trkpt lat="${lat}" lon="16"><time>${time}</time></trkpt>`
  const points = [point('2024-06-01T07:58:00Z', 48), point('2024-06-01T08:02:00Z', 49)]
  writeFileSync(track, `<gpx><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`)
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  page = app.page
  await addFolder(page, join(base, 'photos'))
  await waitForCount(page, names.length)
  await page
    .getByRole('gridcell', { name: /2024-06-0/ })
    .nth(2)
    .waitFor()
})
afterEach(async () => {
  await backToLibrary(page)
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

const tile = (name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) })
const panel = () => page.getByRole('complementary', { name: 'Information' }).getByRole('region', { name: 'Metadata' })
const field = (name: string) => panel().getByRole('textbox', { name, exact: true })
const dialog = (name: string): Locator => page.getByRole('dialog', { name })
const untilShown = (title: string | RegExp) => page.getByText(title).first().waitFor()
const openGroups = async (...titles: string[]) => {
  for (const title of titles) {
    const group = panel().locator('details', { has: page.locator('summary', { hasText: title }) })
    if ((await group.getAttribute('open')) === null) await group.locator('summary').click()
  }
}
const selectAll = async () => {
  await tile('lake').click()
  await page.keyboard.press('Control+a')
  await page.getByRole('heading', { name: '3 photos' }).waitFor()
}

describe('turning photos', () => {
  type Shape = 'wide' | 'high'

  /** Waits until a picture of some shape is drawn: in the stage, or in a tile of the list. */
  async function waitForShape(where: string, shape: Shape): Promise<void> {
    await page.waitForFunction(
      ([selector, wanted]) => {
        const images = [...document.querySelectorAll<HTMLImageElement>(`${selector} .picture img`)]
        const drawn = images.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0)
        const isHigh = ({ naturalWidth, naturalHeight }: HTMLImageElement) => naturalHeight > naturalWidth
        return drawn.length > 0 && drawn.every((image) => isHigh(image) === (wanted === 'high'))
      },
      [where, shape] as [string, Shape],
    )
  }
  const inStage = '.stage .pictures:not(.is-ahead)'
  const inTile = (name: string) => `[role=gridcell][aria-label^="${name}"]`

  /** Waits until a tile of the list has the width of its photo. */
  const waitForTile = (name: string, shape: Shape) =>
    page.waitForFunction(
      ([selector, wanted]) => {
        const box = document.querySelector(selector!)?.getBoundingClientRect()
        return box !== undefined && box.height > box.width === (wanted === 'high')
      },
      [inTile(name), shape],
    )

  test('a photo is turned in its view and in the grid, an undo turns it back, and a reload keeps it', async () => {
    await waitForTile('lake', 'wide')
    await openPhoto(page, tile('lake'))
    await waitForShape(inStage, 'wide')
    await page.keyboard.press(']')
    await waitForShape(inStage, 'high')
    await takeShot(page, 'rotate-photo')
    await page.keyboard.press('Escape')
    await photoView(page).waitFor({ state: 'detached' })
    await waitForTile('lake', 'high')
    await waitForShape(inTile('lake'), 'high')
    await takeShot(page, 'rotate-grid')
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: Turned 1 photo to the right').waitFor()
    await waitForTile('lake', 'wide')
    await waitForShape(inTile('lake'), 'wide')
    await openPhoto(page, tile('lake'))
    await photoView(page).getByRole('button', { name: 'Turn to the right' }).click()
    await waitForShape(inStage, 'high')
    await page.reload()
    await waitForShape(inStage, 'high')
    expect(readFileSync(join(base, 'photos', 'lake.jpg')).equals(original)).toBe(true)
  })

  test('several photos are turned by the menu of the grid', async () => {
    await waitForCount(page, 3)
    await tile('hills').click()
    await tile('wood').click({ modifiers: ['Control'] })
    await tile('wood').click({ button: 'right' })
    await chooseLine(page, /^Turn$/)
    await page.getByRole('menuitem', { name: /^To the left/ }).waitFor()
    await takeShot(page, 'rotate-menu')
    await chooseLine(page, /^To the left/)
    for (const name of ['hills', 'wood']) await waitForTile(name, 'high')
    await expect.poll(() => photoTiles(page).count()).toBe(3)
  })
})

test('a field of one photo: Enter keeps it, Escape reverts typing, an invalid one gives the reason', async () => {
  await tile('lake').click()
  await field('Headline').fill('Morning at the lake')
  await field('Headline').press('Enter')
  await untilShown('Set the headline of 1 photo')
  await field('Headline').fill('Something else')
  await field('Headline').press('Escape')
  await expect.poll(() => field('Headline').inputValue()).toBe('Morning at the lake')
  await openGroups('Place')
  await field('Country code').fill('Austria')
  await panel().getByRole('alert').filter({ hasText: 'ISO 3166' }).waitFor()
  await field('Country code').press('Escape')
  await field('Position').fill(`48°12'29" N 16°22'26" E`)
  await field('Position').press('Enter')
  await untilShown('Placed 1 photo on the map')
  await expect.poll(() => field('Position').inputValue()).toBe('48.208056, 16.373889')
})

test('many photos: mixed values are counted, one replaces all, and an undo restores them', async () => {
  await selectAll()
  await expect.poll(() => field('Headline').getAttribute('placeholder')).toBe('2 different values')
  const sums = page.getByRole('region', { name: 'Summary' })
  await expect.poll(() => sums.innerText()).toMatch(/1 Jun 2024 – 3 Jun 2024 · on 3 days/)
  await field('Headline').fill('A day out')
  await field('Title').click()
  await untilShown('Set the headline of 3 photos')
  await expect.poll(() => field('Headline').inputValue()).toBe('A day out')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await untilShown('Undone: Set the headline of 3 photos')
  await selectAll()
  await expect.poll(() => field('Headline').getAttribute('placeholder')).toBe('2 different values')
  await panel().getByRole('button', { name: 'Headline: as the file says' }).click()
  await untilShown('Gave 1 photo the headline of the file')
})

test('a template is created and fills its placeholders, and copied metadata is pasted on others', async () => {
  await selectAll()
  await panel().getByRole('combobox', { name: 'Templates' }).selectOption({ label: 'Edit templates…' })
  const form = dialog('Templates')
  await form.getByLabel('Name', { exact: true }).fill('Agency')
  await form.locator('#template-copyright').fill('© {year} Zoë')
  await form.locator('#template-credit').fill('Agency')
  await form.getByRole('button', { name: 'Save' }).click()
  await untilShown('Saved the template “Agency”')
  await panel().getByRole('combobox', { name: 'Templates' }).selectOption({ label: 'Agency' })
  await untilShown('Applied the template “Agency” to 3 photos')
  await openGroups('Rights')
  await expect.poll(() => field('Copyright').inputValue()).toBe('© 2024 Zoë')

  await tile('wood').click()
  await field('Credit line').fill('Only wood')
  await field('Credit line').press('Enter')
  await untilShown('Set the credit line of 1 photo')
  await tile('wood').click()
  await page.keyboard.press('Control+Shift+c')
  await untilShown('Metadata copied from wood.jpg')
  await tile('hills').click()
  await page.keyboard.press('Control+Shift+v')
  await dialog('Paste metadata').getByText('Only wood').waitFor()
  await dialog('Paste metadata').getByRole('button', { name: 'Paste' }).click()
  await untilShown('Pasted metadata into 1 photo')
  await openGroups('Rights')
  await expect.poll(() => field('Credit line').inputValue()).toBe('Only wood')
})

test('dates move with a preview, to another zone too, and back', async () => {
  await selectAll()
  await panel().getByRole('button', { name: 'Date and time zone' }).click()
  const form = dialog('When the photos were taken')
  await form.getByRole('button', { name: 'Time zone' }).click()
  await form.getByLabel('The camera’s clock showed').fill('Asia/Tokyo')
  await form.getByLabel('It was in').fill('Europe/Vienna')
  await form.getByText('3 photos change').waitFor()
  await form.getByRole('row', { name: /lake\.jpg.*10:00.*03:00 \+02:00/ }).waitFor()
  await form.getByRole('button', { name: 'Change dates' }).click()
  await untilShown('Moved the dates of 3 photos to the time zone Europe/Vienna')
  await page.keyboard.press('Control+z')
  await untilShown('Undone: Moved the dates')
  await tile('lake').click()
  await page.getByRole('complementary', { name: 'Information' }).getByText('1 Jun 2024, 10:00').waitFor()
})

test('positions come from a track and from a click on the map', async () => {
  await selectAll()
  await openGroups('Place')
  await panel().getByRole('button', { name: 'From a track' }).click()
  const form = dialog('Positions from a track')
  await form.getByLabel('Tracks (GPX)').setInputFiles(track)
  await form.getByLabel('The camera’s clock showed').fill('Europe/Vienna')
  await form.getByLabel('Also photos that have a position').check()
  await form.getByText('1 photo on the track').waitFor()
  await form.getByRole('button', { name: 'Place photos' }).click()
  await untilShown('Placed 1 photo by the track walk.gpx')

  await tile('wood').click()
  await openGroups('Place')
  await panel().getByRole('button', { name: 'Place on the map' }).click()
  await page.getByText('Click where 1 photo was taken').waitFor()
  const world = page.getByRole('group', { name: 'World' })
  const box = (await world.boundingBox())!
  await world.click({ position: { x: box.width / 2, y: box.height / 2 } })
  await untilShown('Placed 1 photo on the map')
  await page.getByRole('status').getByRole('button', { name: 'Done' }).click()
  await page.keyboard.press('Shift+m')
  await tile('wood').click()
  await openGroups('Place')
  await expect.poll(() => field('Position').inputValue()).toMatch(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/)
})

test("sidecars have the person's work, once that is chosen", async () => {
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = dialog('Settings')
  await settings.getByRole('tab', { name: 'Metadata' }).click()
  await settings.getByRole('radio', { name: /Beside photos/ }).click()
  const sidecar = join(base, 'photos', 'hills.jpg.xmp')
  await expect.poll(() => existsSync(sidecar) && readFileSync(sidecar, 'utf8')).toContain('Only wood')
  const tags = ['-j', '-XMP-photoshop:Credit', '-XMP-dc:Rights']
  expect(JSON.parse(runExiftool([...tags, sidecar]))).toMatchObject([{ Credit: 'Only wood', Rights: '© 2024 Zoë' }])
  await page.keyboard.press('Escape')
})
