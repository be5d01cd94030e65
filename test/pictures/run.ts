import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Locator, Page } from 'playwright'
import { showTheme } from '../e2e/axe-findings.ts'
import { addFolder, photoGrid, photoView } from '../e2e/library-page.ts'
import { startApp } from '../e2e/start-app.ts'
import { makeTempFolder, removeFolder, repositoryDir } from '../fixtures/folders.ts'
import { takeConsole } from './take-console.ts'
import { writePicture } from './write-picture.ts'

/**
 * Takes the pictures of README.md and the guides: `npm run pictures -- PHOTOS [MODELS]` after `npm run build`, with a
 * folder of photos that everyone may see and one of model files. `docs/images/README.md` names the photos.
 */
const [photos, models] = process.argv.slice(2)
/** The photo whose crops are shown. */
const FRIENDS = '2026/Animals/Two friends.jpg'
const ANALYSIS_MS = 600_000

const tile = (page: Page, name: string): Locator =>
  photoGrid(page).locator(`[role=gridcell][aria-label^="${name}"]`).first()

async function take(page: Page, name: string): Promise<void> {
  await showTheme(page, 'dark')
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('.picture img')].every((image) => image.complete),
  )
  await writePicture(page, name)
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

async function untilAnalysed(page: Page): Promise<void> {
  await photoGrid(page).getByRole('gridcell').first().waitFor()
  await page.getByRole('region', { name: 'Analysis' }).waitFor({ state: 'detached', timeout: ANALYSIS_MS })
  await page.waitForFunction(() => document.querySelector('.is-pending') === null)
}

/** Some of a person's work: stars and flags, as after a first evening. */
async function rate(page: Page): Promise<void> {
  for (const [name, ...keys] of [
    ['Two friends', 'p', '5'],
    ['Dandelions.jpg', 'p', '4'],
    ['Picos de Europa', '5'],
    ['Fig', '3'],
    ['Nuthatch', 'p'],
  ] as const) {
    await tile(page, name).click()
    await press(page, ...keys)
  }
  await page.getByRole('button', { name: /^Rated\s*4/ }).waitFor()
}

async function takeAll(page: Page): Promise<void> {
  await page.getByRole('treeitem', { name: /^2026/ }).locator('svg').first().click()
  await rate(page)
  await page.getByRole('button', { name: 'No', exact: true }).click()
  await tile(page, 'Two friends').click()
  await page.locator('.toast').first().waitFor({ state: 'detached' })
  await take(page, 'grid')
  await press(page, 'Enter')
  await photoView(page).waitFor()
  await press(page, 'r')
  await take(page, 'photo')
  await press(page, 'r', 'Escape')
  await tile(page, 'Dandelions.jpg').click()
  await press(page, 's')
  await page.getByRole('grid', { name: 'Similar photos' }).getByRole('gridcell').nth(3).waitFor()
  await take(page, 'similar')
  await page.goBack()
  await tile(page, 'Dandelions.jpg').click()
  await tile(page, 'Dandelions 3').click({ modifiers: ['Control'] })
  await press(page, 'c')
  await page.getByRole('region', { name: 'Compare' }).getByRole('article').nth(1).waitFor()
  await take(page, 'compare')
  await press(page, 'Escape')
  await takeCrops(page)
}

async function takeCrops(page: Page): Promise<void> {
  await tile(page, 'Picos de Europa').click()
  await tile(page, 'Dandelions.jpg').click({ modifiers: ['Shift'] })
  await press(page, 'Control+Shift+E')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Export \d+ file/ })
    .waitFor()
  for (const size of [/^Square/, /^Portrait/, /^Landscape/])
    await page.getByRole('checkbox', { name: size }).setChecked(true)
  await take(page, 'export')
  await page.getByRole('button', { name: 'Review crops…' }).click()
  await page.getByRole('grid', { name: 'Crops' }).getByRole('gridcell').nth(3).waitFor()
  await take(page, 'crops')
}

if (photos === undefined) throw new Error('Name the folder of photos: npm run pictures -- PHOTOS [MODELS]')
const dataDir = realpathSync(makeTempFolder('pictures'))
try {
  if (models !== undefined)
    execFileSync(
      process.execPath,
      [join(repositoryDir, 'bin/lumafold.mjs'), 'models', 'install', '--from', resolve(models)],
      {
        env: { ...process.env, LUMAFOLD_DATA_DIR: dataDir },
        stdio: 'inherit',
      },
    )
  const app = await startApp({ dataDir, roots: [resolve(photos)], analyses: true })
  try {
    await addFolder(app.page, resolve(photos))
    await untilAnalysed(app.page)
    await app.page.reload()
    await untilAnalysed(app.page)
    await takeAll(app.page)
  } finally {
    await app.close()
  }
  await takeConsole({ photo: resolve(photos, FRIENDS), modelsDir: join(dataDir, 'models'), dataDir })
} finally {
  removeFolder(dataDir)
}
