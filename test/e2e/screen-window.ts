import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { isNight } from '../fixtures/night.ts'
import { axeFindings, showTheme } from './axe-findings.ts'
import { LayoutFinder, windowSizes } from './layout/layout-faults.ts'
import {
  addFolder,
  backToLibrary,
  closeNotices,
  sideBarEntry,
  takeShot,
  untilAnalysed,
  waitForCount,
} from './library-page.ts'
import { SCREEN_PHOTOS, writeScreenPhotos } from './screen-photos.ts'
import { mainScreens } from './screens.ts'
import { startApp, takeProblems, type RunningApp } from './start-app.ts'

type ScreenOptions = { write?: (folder: string) => Promise<unknown>; analyses?: boolean }

/** The app with a folder of photos that give every screen something to show, and the expectations of each screen. */
export class ScreenWindow {
  readonly app: RunningApp
  /** The folder in which the app may look for photos. */
  readonly base: string
  /** The folder of the photos, not added yet. */
  readonly folder: string
  /** The checked page: the first one, unless a test checks another one of the same app. */
  page: Page
  readonly #layout: LayoutFinder

  private constructor(app: RunningApp, base: string, folder: string, layout: LayoutFinder) {
    this.app = app
    this.base = base
    this.folder = folder
    this.page = app.page
    this.#layout = layout
  }

  /** Starts the app, without any photo in its library; `write` fills the folder of the photos. */
  static async open({ write = writeScreenPhotos, analyses = true }: ScreenOptions = {}): Promise<ScreenWindow> {
    const layout = await LayoutFinder.make()
    const base = realpathSync(makeTempFolder('e2e-screens'))
    const folder = join(base, 'photos')
    await write(folder)
    const app = await startApp({ dataDir: join(base, 'data'), roots: [base], analyses })
    return new ScreenWindow(app, base, folder, layout)
  }

  /** Adds the photos. Resolves once they are listed. */
  async addPhotos(): Promise<void> {
    await addFolder(this.page, this.folder)
    await waitForCount(this.page, SCREEN_PHOTOS)
  }

  /** Resolves once every photo is analysed and the status of the analysis has disappeared. */
  untilAnalysed(): Promise<void> {
    return untilAnalysed(this.page, SCREEN_PHOTOS)
  }

  /** Returns to the library in a window of the usual size, without any notice. */
  async reset(): Promise<void> {
    await this.page.setViewportSize(windowSizes.usual)
    await backToLibrary(this.page)
    await closeNotices(this.page)
    // A dialog gives the focus back to its button, whose hint would lie over the next screen.
    await this.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  }

  async showAll(): Promise<void> {
    await sideBarEntry(this.page, /All photos/).click()
    await waitForCount(this.page, SCREEN_PHOTOS)
  }

  /**
   * The open screen has no axe findings, fits in this window, and its focus rings are seen. By night, and for main
   * screens by day, it is checked in both themes and the given sizes; by night main screens are checked in all sizes
   * and both themes.
   */
  async expectNothing(name: string, sizes: readonly (keyof typeof windowSizes)[] = ['small']): Promise<void> {
    const { page } = this
    const shot = `screen-${name.replaceAll(/\W+/g, '-')}`
    const { width } = page.viewportSize()!
    const isMain = mainScreens.has(name)
    const isWhole = isMain && isNight
    // A screen that has just opened may still move.
    await expect.poll(() => axeFindings(page, 'dark', true)).toEqual([])
    await this.expectFit(`${shot}-${width}-dark`)
    if (!isMain && !isNight) return this.#expectRings()
    await expect.poll(() => axeFindings(page, 'light', false)).toEqual([])
    await takeShot(page, `${shot}-${width}-light`)
    for (const size of isWhole ? (['small', 'large'] as const) : sizes) {
      await page.setViewportSize(windowSizes[size])
      for (const theme of isWhole ? (['dark', 'light'] as const) : (['light'] as const)) {
        await showTheme(page, theme)
        await this.expectFit(`${shot}-${windowSizes[size].width}-${theme}`)
      }
    }
    await this.#expectRings()
  }

  /** Whoever uses the keyboard sees where it is. Comes last, since the focus moves. */
  async #expectRings(): Promise<void> {
    expect(await this.#layout.cutRings(this.page)).toEqual([])
  }

  /** The open screen fits in this window. */
  async expectFit(shot: string): Promise<void> {
    await expect.poll(() => this.#layout.faults(this.page)).toEqual([])
    await takeShot(this.page, shot)
  }

  /** The page has reported no problem since the last check. */
  expectNoProblems(): void {
    expect(takeProblems(this.app)).toEqual([])
  }

  async close(): Promise<void> {
    await this.app.close()
    removeFolder(this.base)
  }
}
