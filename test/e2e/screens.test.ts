import { copyFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { axeFindings, showTheme } from './axe-findings.ts'
import { LayoutFinder, windowSizes } from './layout/layout-faults.ts'
import {
  addFolder,
  backToLibrary,
  dropFile,
  photoTiles,
  shelfOf,
  takeShot,
  untilDrawn,
  waitForCount,
} from './library-page.ts'
import { SCREEN_PHOTOS, writeScreenPhotos } from './screen-photos.ts'
import {
  libraryScreens,
  mainScreens,
  openSettings,
  photoScreens,
  settingsTabs,
  sharpScreens,
  smallScreens,
} from './screens.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** axe finds nothing on any screen, in either theme, and all fits in every window. The tests follow on each other. */

let base: string
let folder: string
let app: RunningApp
let page: Page
let layout: LayoutFinder

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const showAll = async () => {
  await shelfOf(page, /All photos/).click()
  await waitForCount(page, SCREEN_PHOTOS)
}
/**
 * What is open has nothing that axe finds, in either theme, and fits in this window and the sizes that are named; of a
 * main screen all sizes are tried, in both themes.
 */
async function expectNothing(name: string, sizes: readonly (keyof typeof windowSizes)[] = ['small']): Promise<void> {
  const shot = `screen-${name.replaceAll(/\W+/g, '-')}`
  const { width } = page.viewportSize()!
  // What has just opened may still move.
  await expect.poll(() => axeFindings(page, 'dark', true)).toEqual([])
  await expectFit(`${shot}-${width}-dark`)
  await expect.poll(() => axeFindings(page, 'light', false)).toEqual([])
  await takeShot(page, `${shot}-${width}-light`)
  for (const size of mainScreens.has(name) ? (['small', 'large'] as const) : sizes) {
    await page.setViewportSize(windowSizes[size])
    for (const theme of mainScreens.has(name) ? (['dark', 'light'] as const) : (['light'] as const)) {
      await showTheme(page, theme)
      await expectFit(`${shot}-${windowSizes[size].width}-${theme}`)
    }
  }
}
async function expectFit(shot: string): Promise<void> {
  await expect.poll(() => layout.faults(page)).toEqual([])
  await takeShot(page, shot)
}

beforeAll(async () => {
  layout = await LayoutFinder.make()
  base = realpathSync(makeTempFolder('e2e-screens'))
  folder = join(base, 'photos')
  await writeScreenPhotos(folder)
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  page = app.page
})
beforeEach(async () => {
  await page.setViewportSize(windowSizes.usual)
  await backToLibrary(page)
  // Notices of errors stay until they are closed.
  for (const name of ['Close all', 'Close notice'])
    await page.getByRole('button', { name }).evaluateAll((all: HTMLElement[]) => all.forEach((close) => close.click()))
})
afterEach(() => {
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

test('the first screen, and a folder that is refused', async () => {
  await page.getByRole('combobox', { name: 'Folder path' }).waitFor()
  await expectNothing('first')
  await page.getByRole('combobox', { name: 'Folder path' }).fill('/')
  await button('Add folder').click()
  await page.getByRole('alert').filter({ hasText: base }).waitFor()
  await expectNothing('refused')
})

test('the analysis, until it is through', async () => {
  await addFolder(page, folder)
  await waitForCount(page, SCREEN_PHOTOS)
  await expectNothing('analysis')
  await expect.poll(() => photoTiles(page).count()).toBe(SCREEN_PHOTOS)
  await expect.poll(() => page.locator('.is-pending').count(), { timeout: 240_000 }).toBe(0)
  await page.getByRole('region', { name: 'Analysis' }).waitFor({ state: 'detached' })
})

describe('with photos', () => {
  beforeEach(showAll)

  test.each(Object.entries({ ...libraryScreens, ...photoScreens }))('%s', async (name, open) => {
    await open(page)
    await expectNothing(name)
  })

  test.each(settingsTabs)('the settings, %s', async (tab) => {
    await openSettings(page, tab)
    await expectNothing(`settings ${tab}`)
  })
})

describe('in a small window', () => {
  beforeEach(async () => {
    await page.setViewportSize(windowSizes.small)
    await showAll()
  })

  test.each(Object.entries(smallScreens))('%s', async (name, open) => {
    await open(page)
    await expectNothing(name, [])
  })
})

test('several problems take the room of one, and are closed at once', async () => {
  await showAll()
  const notices = page.getByRole('region', { name: 'Notices' })
  const problem = (name: string) => notices.getByRole('alert').filter({ hasText: name })
  for (const [index, name] of ['one.txt', 'two.txt', 'three.txt', 'three.txt'].entries()) {
    const path = join(base, name)
    writeFileSync(path, 'No picture.')
    await dropFile(page, path)
    await problem(index === 3 ? '2 times' : name).waitFor()
  }
  await notices.getByText('2 more problems').waitFor()
  await expect.poll(() => notices.getByRole('alert').count()).toBe(1)
  await expectNothing('problems')
  await button('Show').click()
  await problem('one.txt').waitFor()
  await expect.poll(() => notices.getByRole('alert').count()).toBe(3)
  await expectNothing('problems unfolded')
  await button('Close all').click()
  await expect.poll(() => notices.getByRole('alert').count()).toBe(0)
})

test('a picture that is dragged over the window', async () => {
  await showAll()
  const drag = (type: string) =>
    page.evaluate((event) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'x.jpg', { type: 'image/jpeg' }))
      document.body.dispatchEvent(new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer }))
    }, type)
  await drag('dragover')
  await page.getByText('Show photos like this one').waitFor()
  await expectNothing('dragged')
  await drag('dragleave')
  await page.getByText('Show photos like this one').waitFor({ state: 'detached' })
})

describe('on a screen of two pixels for one', () => {
  const sharp = Object.entries({ ...libraryScreens, ...photoScreens }).filter(([name]) => sharpScreens.has(name))

  beforeAll(async () => {
    page = await app.openApart({ viewport: windowSizes.usual, deviceScaleFactor: 2 })
  })
  beforeEach(showAll)
  afterAll(async () => {
    if (page !== app.page) await page.context().close()
    page = app.page
  })

  test.each(sharp)('%s', async (name, open) => {
    await open(page)
    for (const theme of ['dark', 'light'] as const) {
      await showTheme(page, theme)
      await untilDrawn(page)
      await expectFit(`screen-${name.replaceAll(/\W+/g, '-')}-sharp-${theme}`)
    }
  })
})

describe('with files that are gone', () => {
  const missing = () => page.getByRole('complementary', { name: 'Missing photos' })

  beforeAll(async () => {
    await backToLibrary(page)
    await showAll()
    await page.getByRole('gridcell', { name: /^sea\.jpg/ }).click()
    await page.keyboard.press('5')
    const sea = join(folder, 'beach', 'sea.jpg')
    const copies = ['first.jpg', 'second.jpg'].map((name) => join(base, name))
    for (const path of copies) copyFileSync(sea, path)
    renameSync(sea, join(base, 'gone.jpg'))
    for (const path of copies) renameSync(path, path.replace(base, folder))
    rmSync(join(folder, 'beach', 'lost.jpg'))
    await shelfOf(page, /Missing files/).waitFor()
    await shelfOf(page, /Decisions/).waitFor()
  })

  test('the missing ones', async () => {
    await shelfOf(page, /Missing files/).click()
    await missing().waitFor()
    await page.getByRole('gridcell', { name: /^lost/ }).click()
    await expectNothing('missing')
  })

  test('where one is now', async () => {
    await missing().getByRole('button', { name: 'Locate…' }).click()
    await dialog(/^Where is/).waitFor()
    await expectNothing('locate')
  })

  test('what only the person can decide', async () => {
    await shelfOf(page, /Decisions/).click()
    await dialog('Decisions').getByRole('article').first().waitFor()
    await expectNothing('decisions')
  })

  test('the removal of photos, and what was removed', async () => {
    await missing()
      .getByRole('button', { name: /^Remove/ })
      .click()
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    await expectNothing('remove')
    await question.getByRole('button', { name: 'Remove', exact: true }).click()
    await shelfOf(page, /Recently removed/).click()
    await dialog('Recently removed').getByRole('listitem').first().waitFor()
    await expectNothing('removed')
  })

  test('a folder that is away', async () => {
    renameSync(folder, `${folder} elsewhere`)
    await shelfOf(page, /Offline/).click()
    await page.getByRole('complementary', { name: 'photos is away' }).waitFor()
    await expectNothing('away')
  })
})

test('client mode, and the passphrase that leads out of it', async () => {
  await openSettings(page, 'Hidden photos')
  await page.getByLabel('Passphrase', { exact: true }).fill('open sesame')
  await page.getByLabel('The same again').fill('open sesame')
  await button('Set passphrase').click()
  await button('Lock now').waitFor()
  await expectNothing('passphrase set')
  await page.keyboard.press('F9')
  await dialog('Settings').waitFor({ state: 'detached' })
  await expectNothing('client mode')
  await page.keyboard.press('F9')
  await page.locator('#passphrase').waitFor()
  await expectNothing('passphrase')
})
