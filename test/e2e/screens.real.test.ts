import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedPhotos } from '../fixtures/shared.ts'
import { axeFindings, showTheme } from './axe-findings.ts'
import { windowSizes } from './layout/layout-faults.ts'
import { addFolder, openSettings, photoTiles, takeShot, untilDrawn, waitForCount } from './library-page.ts'
import { REAL_PHOTOS, writeRealLibrary } from './real-library.ts'
import { realScreens } from './real-screens.ts'
import { ScreenWindow } from './screen-window.ts'
import { settingsTabs } from './screens.ts'

const shared = sharedPhotos()
/** For a screen of many photos axe needs seconds, and minutes on a busy machine. */
const SCREEN_MS = 1_800_000
/** A screen that has just opened may be incomplete: axe checks this many times before its findings count. */
const LOOKS = 4

async function lastFindings(page: Page, theme: 'dark' | 'light'): Promise<string[]> {
  let findings: string[] = []
  for (let look = 0; look < LOOKS; look++) {
    findings = await axeFindings(page, theme, theme === 'dark')
    if (findings.length === 0) break
    await untilDrawn(page)
  }
  return findings
}

/**
 * What photographers look at, with a library like theirs: in a usual and a very large window and in both themes, axe
 * finds nothing. A screenshot of each is kept. The tests depend on each other.
 */
describe.skipIf(!shared)('the screens of a real library', { tags: 'night' }, () => {
  let view: ScreenWindow
  /** axe finds nothing in either theme, in a usual window and a large one. */
  async function expectAccessible(name: string): Promise<void> {
    const { page } = view
    for (const size of ['usual', 'large'] as const) {
      await page.setViewportSize(windowSizes[size])
      for (const theme of ['dark', 'light'] as const) {
        await showTheme(page, theme)
        await untilDrawn(page)
        await takeShot(page, `real-${name}-${size}-${theme}`)
        expect(await lastFindings(page, theme)).toEqual([])
      }
    }
    await page.setViewportSize(windowSizes.usual)
  }

  beforeAll(async () => {
    view = await ScreenWindow.open({ write: (folder) => writeRealLibrary(folder, shared!) })
  })
  beforeEach(() => view.reset())
  afterEach(() => view.expectNoProblems())
  afterAll(() => view?.close())

  test('the first start', async () => {
    await view.page.getByRole('combobox', { name: 'Folder path' }).waitFor()
    await expectAccessible('first')
  })

  test(
    'the analysis',
    async () => {
      await addFolder(view.page, view.folder)
      await waitForCount(view.page, REAL_PHOTOS)
      await expectAccessible('analysis')
      await expect.poll(() => view.page.locator('.is-pending').count(), { timeout: SCREEN_MS / 2 }).toBe(0)
      await view.page.getByRole('region', { name: 'Analysis' }).waitFor({ state: 'detached', timeout: SCREEN_MS / 2 })
    },
    SCREEN_MS,
  )

  test.each(Object.entries(realScreens))(
    '%s',
    async (name, open) => {
      await open(view.page)
      await expectAccessible(name)
    },
    SCREEN_MS,
  )

  test.each(settingsTabs)(
    'the settings: %s',
    async (tab) => {
      await openSettings(view.page, tab)
      await expectAccessible(`settings-${tab.replaceAll(' ', '-')}`)
    },
    SCREEN_MS,
  )

  test(
    'a second window',
    async () => {
      const popup = view.page.waitForEvent('popup')
      await photoTiles(view.page).first().click()
      await view.page.keyboard.press('Shift+E')
      const main = view.page
      view.page = await popup
      await view.page.getByRole('heading', { level: 1 }).waitFor()
      await expectAccessible('second')
      await view.page.close()
      view.page = main
    },
    SCREEN_MS,
  )
})
