import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { fillWithPhotos } from '../shells/real-photos.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** How the window looks, measured in a real browser. The tests follow on each other. */

let base: string
let app: RunningApp
const photo = () => app.page.getByRole('region', { name: 'Photo', exact: true })
const tiles = () => app.page.getByRole('grid', { name: 'Photos', exact: true }).getByRole('gridcell')

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  const folder = join(base, 'photos')
  mkdirSync(join(base, 'data'))
  await fillWithPhotos(folder, 24)
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  await app.page.getByRole('combobox', { name: 'Folder path' }).fill(folder)
  await app.page.keyboard.press('Escape')
  await app.page.getByRole('button', { name: 'Add folder' }).click()
  await tiles().nth(5).waitFor()
})
afterEach(() => {
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

describe('typeface', () => {
  test('is the one that comes with the program', async () => {
    await app.page.evaluate(() => document.fonts.ready)
    const loaded = await app.page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    )
    expect(loaded).toContain('Inter Variable')
  })

  test('has figures of one width', async () => {
    const widths = await app.page.evaluate(() =>
      ['1111', '0000', '8888'].map((text) => {
        const line = document.createElement('span')
        line.textContent = text
        document.body.append(line)
        const { width } = line.getBoundingClientRect()
        line.remove()
        return width
      }),
    )
    expect(new Set(widths).size).toBe(1)
  })
})

describe('stage', () => {
  const colorOfStage = () =>
    photo()
      .locator('.on-stage')
      .evaluate((stage) => getComputedStyle(stage).backgroundColor)

  test('is chosen in a menu', async () => {
    await tiles().first().dblclick()
    await photo().getByRole('button', { name: 'Background' }).click()
    await app.page.getByRole('menuitemradio', { name: 'Mid-grey' }).click()
    await expect.poll(colorOfStage).toBe('rgb(117, 117, 117)')
  })

  test('changes by a key', async () => {
    await app.page.getByRole('menu').waitFor({ state: 'detached' })
    await app.page.keyboard.press('Shift+B')
    await expect.poll(colorOfStage).toBe('rgb(255, 255, 255)')
  })

  test('is the same in another window, and after a reload', async () => {
    const other = await app.page.context().browser()!.newPage()
    await other.goto(app.address)
    await other.goto(app.page.url())
    await expect
      .poll(async () => {
        await other.reload()
        return other.locator('.on-stage').evaluate((stage) => getComputedStyle(stage).backgroundColor)
      })
      .toBe('rgb(255, 255, 255)')
    await other.close()
    await app.page.keyboard.press('Escape')
    await tiles().first().waitFor()
  })
})
