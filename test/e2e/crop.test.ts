/** @module-tag night */

import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPhotos } from '../fixtures/pictures.ts'
import { addFolder, backToLibrary, openPhoto, photoTiles, photoView } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

let base: string
let app: RunningApp

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  const folder = join(base, 'photos')
  await drawPhotos(folder, 3, { width: 1200, height: 800 })
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  await addFolder(app.page, folder)
  await photoTiles(app.page).nth(2).waitFor()
})
afterEach(() => {
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

test('a photo is cropped with the mouse and straightened by a line, marked, found, and reset', async () => {
  const { page } = app
  const view = photoView(page)
  const frame = view.getByRole('application', { name: 'The frame of the crop' })
  const described = () => view.getByTestId('crop-size').textContent()
  await openPhoto(page, photoTiles(page).first())
  await page.keyboard.press('Shift+R')
  await expect.poll(described).toContain('1,200 × 800')

  await view.getByRole('button', { name: 'Level by a drawn line' }).click()
  const box = (await frame.boundingBox())!
  const [left, right, down] = [box.x + box.width * 0.2, box.x + box.width * 0.8, box.y + box.height * 0.4]
  await page.mouse.move(left, down)
  await page.mouse.down()
  await page.mouse.move(right, down + (right - left) * Math.tan((5 * Math.PI) / 180))
  await page.mouse.up()
  await expect.poll(described).toMatch(/ (4\.9|5|5\.1)°$/)

  const tilted = (await frame.boundingBox())!
  await page.mouse.move(tilted.x + tilted.width, tilted.y + tilted.height)
  await page.mouse.down()
  await page.mouse.move(tilted.x + tilted.width / 2, tilted.y + tilted.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await frame.boundingBox())!.width).toBeLessThan(tilted.width * 0.6)
  await view.getByRole('button', { name: 'Crop', exact: true }).click()
  await frame.waitFor({ state: 'detached' })

  await backToLibrary(page)
  await page.getByRole('gridcell', { name: /cropped/ }).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('gridcell', { name: /cropped/ }).waitFor({ state: 'detached' })
})
