import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'

/** The parts of the window that browser tests look at and use. */

export const photoGrid = (page: Page): Locator => page.getByRole('grid', { name: 'Photos', exact: true })
export const photoTiles = (page: Page): Locator => photoGrid(page).getByRole('gridcell')
/** The open photo. */
export const photoView = (page: Page): Locator => page.getByRole('region', { name: 'Photo', exact: true })
export const shelfOf = (page: Page, name: RegExp): Locator =>
  page.getByRole('navigation', { name: 'Shelves' }).getByRole('button', { name })

/** Adds a folder by its path, on the first screen. */
export async function addFolder(page: Page, folder: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Folder path' }).fill(folder)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add folder' }).click()
}

/** Waits until the window says that so many photos are shown. */
export async function waitForCount(page: Page, count: number): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${count} photos?$`) })
    .first()
    .waitFor()
}

/** Ratings of the photos on screen, as `name stars`, in the order of names. */
export async function ratingsOnScreen(page: Page): Promise<string[]> {
  const labels = await photoTiles(page).evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label') ?? ''))
  return labels.map((label) => `${/^[^,]*/.exec(label)![0]} ${/\d(?= star)/.exec(label)?.[0] ?? 0}`).sort()
}

/** Takes a picture of the window where LUMAFOLD_SCREENSHOTS names a folder for it. */
export async function takeShot(page: Page, name: string): Promise<void> {
  const folder = process.env['LUMAFOLD_SCREENSHOTS']
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}
