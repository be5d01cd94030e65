/** @module-tag night */

import { mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { addFolder, backToLibrary, photoGrid, photoView } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** Pictures on the screen, counted pixel by pixel in a real browser. The tests depend on each other. */

let base: string
let folder: string
let app: RunningApp
let page: Page

/** No two neighbouring pixels are alike, so that scaling or a shift by half a pixel is visible. */
async function writeGrain(name: string, width: number, height: number, seed: number): Promise<void> {
  const data = Buffer.alloc(width * height * 3)
  let state = seed
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    data[at] = state >>> 24
  }
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toFile(join(folder, name))
}

const grid = () => photoGrid(page)
const tileOf = (name: string) => grid().getByRole('gridcell', { name: new RegExp(name) })
const zoomOf = () => page.getByRole('status', { name: 'Zoom' })
const view = () => photoView(page)
const open = async (name: string) => {
  await tileOf(name).dblclick()
  await view().getByRole('heading', { name }).first().waitFor()
}
const close = () => backToLibrary(page)
/** The natural sizes of the pictures of the shown photo, once all have arrived. */
const naturalSides = () =>
  view()
    .locator('.pictures:not(.is-ahead) img')
    .evaluateAll((images) =>
      images.map((image) => {
        const { naturalWidth, naturalHeight, complete } = image as HTMLImageElement
        return complete ? Math.max(naturalWidth, naturalHeight) : 0
      }),
    )
const percent = async () => Number.parseInt(await zoomOf().innerText())
/** The complete photo is on the screen: its place is measured a moment after it is there. */
const untilFitted = () =>
  expect
    .poll(percent)
    .toSatisfy((shown: number) => shown > 0 && shown < 60, 'the percent of a large photo that is fitted')
/** From the complete photo to the pixels of the file. */
const enlarge = async () => {
  await page.keyboard.press('z')
  await expect.poll(() => zoomOf().innerText()).toBe('100 %')
  await untilOwnPixels(3000)
}
const untilOwnPixels = (side: number) => expect.poll(async () => Math.max(...(await naturalSides()))).toBe(side)

type Place = { x: number; y: number }

/** Where the pixels in the middle of the screen are in the file; fails if they are not the file's. */
async function findOnScreen(name: string): Promise<Place> {
  const file = await readPixels(join(folder, name))
  let place: Place | null = null
  // A picture fades in over its smaller one; no event tells the end of a paint.
  await expect
    .poll(async () => (place = findPlace(await readPixels(await page.screenshot()), file)), {
      message: `The screen shows the pixels of ${name}.`,
    })
    .not.toBeNull()
  return place!
}

const readPixels = (picture: string | Buffer) =>
  sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
type Pixels = Awaited<ReturnType<typeof readPixels>>

/** The bytes of eight pixels from an offset. */
const pixelsAt = ({ data, info }: Pixels, x: number, y: number): Buffer =>
  data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 24)

/** The screen's offset in the file, judged by its middle and the surroundings; null if it shows other pixels. */
function findPlace(shot: Pixels, file: Pixels): Place | null {
  const middle = { x: Math.round(shot.info.width * 0.4), y: Math.round(shot.info.height * 0.45) }
  const at = file.data.indexOf(pixelsAt(shot, middle.x, middle.y))
  if (at < 0 || at % 3 !== 0) return null
  const [x, y] = [(at / 3) % file.info.width, Math.floor(at / 3 / file.info.width)]
  const around = [
    [60, 40],
    [-60, -40],
    [100, 0],
    [0, 100],
  ] as const
  const isSame = around.every(([dx, dy]) =>
    pixelsAt(shot, middle.x + dx, middle.y + dy).equals(pixelsAt(file, x + dx, y + dy)),
  )
  return isSame ? { x: x - middle.x, y: y - middle.y } : null
}

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  folder = join(base, 'photos')
  mkdirSync(folder)
  await writeGrain('a-grain.png', 3000, 2000, 1)
  await writeGrain('b-grain.png', 3000, 2000, 2)
  await writeFile(join(folder, 'c-small.jpg'), await drawPicture({ width: 300, height: 200, seed: 3 }))
  await writeFile(join(folder, 'd-panorama.jpg'), await drawPicture({ width: 12_000, height: 4500, seed: 4 }))
  await writeFile(join(folder, 'e-scan.tif'), await drawPicture({ width: 2400, height: 1600, seed: 5, format: 'tiff' }))
  for (let at = 0; at < 12; at++)
    await writeFile(join(folder, `f-${10 + at}.jpg`), await drawPicture({ width: 1800, height: 1200, seed: 20 + at }))
  for (const [at, name] of readdirSync(folder).toSorted().entries()) {
    const time = new Date(Date.UTC(2024, 5, 20 - at))
    await utimes(join(folder, name), time, time) // The newest comes first.
  }
  app = await startApp({ dataDir: join(base, 'data'), roots: [base], analyses: true })
  page = app.page
})
afterEach(() => {
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

describe('while the analysis is paused', () => {
  test('every photo has a picture in the grid, in the photo view and in its strip', async () => {
    await addFolder(page, folder)
    await page.getByRole('button', { name: 'Pause analysis' }).click()
    await page.getByRole('button', { name: 'Resume analysis' }).waitFor()
    await grid().getByRole('gridcell').nth(16).waitFor()
    await expect.poll(() => grid().locator('.picture.is-shown img').count()).toBe(17)
    await expect.poll(() => grid().locator('.is-pending').count()).toBeGreaterThan(0)
    await open('f-11')
    await untilOwnPixels(1600)
    await expect.poll(() => view().locator('.strip .picture.is-shown').count()).toBeGreaterThan(4)
    await close()
    await page.getByRole('button', { name: 'Resume analysis' }).click()
    await expect.poll(() => grid().locator('.is-pending').count(), { timeout: 240_000 }).toBe(0)
  })
})

describe('at 100 %', () => {
  afterEach(close)

  test('the pixels on the screen are those of the file', async () => {
    await open('a-grain')
    await untilFitted()
    await enlarge()
    await findOnScreen('a-grain.png')
  })

  test('zoom and position stay for the next photo, which is preloaded', async () => {
    await open('a-grain')
    await untilFitted()
    await enlarge()
    await page.mouse.move(600, 400)
    await page.mouse.down()
    await page.mouse.move(400, 300, { steps: 4 })
    await page.mouse.up()
    const here = await findOnScreen('a-grain.png')
    const ahead = view().locator('.pictures.is-ahead img[src*="/full"]')
    await expect
      .poll(() => ahead.evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length))
      .toBeGreaterThan(0)
    await page.keyboard.press('ArrowRight')
    await view().getByRole('heading', { name: 'b-grain' }).first().waitFor()
    await expect.poll(() => zoomOf().innerText()).toBe('100 %')
    expect(await findOnScreen('b-grain.png')).toEqual(here)
    await page.keyboard.press(' ')
    await untilFitted()
  })

  test('wheel, pinch and keys zoom at the pointer', async () => {
    await open('b-grain')
    await untilFitted()
    const frame = view().locator('.frame')
    const point = { x: 500, y: 350 }
    const share = async () => {
      const box = (await frame.boundingBox())!
      return [(point.x - box.x) / box.width, (point.y - box.y) / box.height] as const
    }
    const [x, y] = await share()
    const fitted = await percent()
    await page.mouse.move(point.x, point.y)
    await page.mouse.wheel(0, -400)
    await expect.poll(percent).toBeGreaterThan(fitted * 1.8)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -60)
    await page.keyboard.up('Control')
    await expect.poll(percent).toBeGreaterThan(fitted * 3.4)
    const [nowX, nowY] = await share()
    expect(nowX).toBeCloseTo(x, 2)
    expect(nowY).toBeCloseTo(y, 2)
    while ((await percent()) > fitted) await page.keyboard.press('-')
    await page.keyboard.press('+')
    await expect.poll(percent).toBeGreaterThan(fitted)
    await page.keyboard.press('z')
    await expect.poll(percent).toBe(fitted)
  })

  test('a small photo has its own size and says so', async () => {
    await open('c-small')
    await expect.poll(() => zoomOf().innerText()).toBe('100 %')
    await expect.poll(() => view().locator('.frame').boundingBox()).toMatchObject({ width: 300, height: 200 })
    await page.keyboard.press('z')
    await expect.poll(() => zoomOf().innerText()).toBe('200 %')
  })

  test('a file that browsers cannot show has its own pixels too, and a very large one in tiles', async () => {
    await open('e-scan')
    await page.keyboard.press('z')
    await untilOwnPixels(2400)
    await close()
    await open('d-panorama')
    await page.keyboard.press('z')
    await expect.poll(() => zoomOf().innerText()).toBe('100 %')
    await untilOwnPixels(2048)
    await expect.poll(() => view().locator('.pictures:not(.is-ahead) .tile').count()).toBeLessThan(7)
  })
})

describe('on a screen with two pixels for each', () => {
  let dense: Page

  beforeAll(async () => {
    dense = await app.openApart({ deviceScaleFactor: 2, viewport: { width: 1200, height: 800 } })
  })

  test('tiles are sharp', async () => {
    const picture = dense.getByRole('gridcell', { name: /f-11/ }).locator('img')
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(640)
  })

  test('100 % is one screen pixel for each pixel of the file', async () => {
    page = dense
    await open('a-grain')
    await untilFitted()
    await enlarge()
    await expect.poll(() => view().locator('.frame').boundingBox()).toMatchObject({ width: 1500, height: 1000 })
    await findOnScreen('a-grain.png')
  })
})
