import { mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
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

/** Turning photos, in a real browser. */

let base: string
let app: RunningApp
let page: Page
let file: string
let original: Buffer

beforeAll(async () => {
  base = realpathSync(makeTempFolder('e2e-rotate'))
  const photos = join(base, 'photos')
  mkdirSync(photos)
  for (const [at, name] of ['lake.jpg', 'hills.jpg', 'wood.jpg'].entries())
    await sharp(await drawPicture({ width: 900, height: 600, seed: at + 1 }))
      .withExif({ IFD2: { DateTimeOriginal: '2024:06:01 10:00:00' } })
      .toFile(join(photos, name))
  file = join(photos, 'lake.jpg')
  original = readFileSync(file)
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  page = app.page
  await addFolder(page, photos)
  await waitForCount(page, 3)
  // Photos are turned once their files have been read, which their dates show.
  await page
    .getByRole('gridcell', { name: /2024-06-01/ })
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

type Shape = 'wide' | 'high'

/** Waits until a picture that has a shape is drawn: in the stage, or in a tile of the list. */
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

/** Waits until a tile of the list is as wide as its photo is to be shown. */
const waitForTile = (name: string, shape: Shape) =>
  page.waitForFunction(
    ([selector, wanted]) => {
      const box = document.querySelector(selector!)?.getBoundingClientRect()
      return box !== undefined && box.height > box.width === (wanted === 'high')
    },
    [inTile(name), shape],
  )

test('a photo is turned in its view and in the grid, an undo takes it back, and a reload keeps it', async () => {
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
  expect(readFileSync(file).equals(original)).toBe(true)
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
