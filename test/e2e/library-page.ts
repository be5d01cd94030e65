import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

/** The parts of the window that browser tests check and use. */

export const photoGrid = (page: Page): Locator => page.getByRole('grid', { name: 'Photos', exact: true })
export const photoTiles = (page: Page): Locator => photoGrid(page).getByRole('gridcell')
/** The open photo. */
export const photoView = (page: Page): Locator => page.getByRole('region', { name: 'Photo', exact: true })
export const sideBarEntry = (page: Page, name: RegExp): Locator =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name })

/** Layers that may cover the library: menus, dialogs, a photo, a comparison. */
const LAYERS = '[role=menu], [role=dialog], [role=alertdialog], section[aria-label=Photo], section[aria-label=Compare]'

/** Closes every notice, and resolves once none is left: those of errors stay until then. */
export async function closeNotices(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: /^Close (?:all|notice)$/ })
  await expect
    .poll(async () => {
      await close.evaluateAll((all: HTMLElement[]) => all.forEach((each) => each.click()))
      return close.count()
    })
    .toBe(0)
}

/**
 * Returns to the library from wherever a test ended, so that its failure does not affect later ones. Resolves once
 * nothing covers the library, and at most one photo is selected.
 */
export async function backToLibrary(page: Page): Promise<void> {
  let presses = 0
  for (let open = await countLayers(page); open > 0; open = await countLayers(page)) {
    if (presses++ > MAX_ESCAPES)
      throw new Error(`Escape does not close ${await outlineOf(page.locator(LAYERS).last())}`)
    await page.keyboard.press('Escape')
    const isLess = ([selector, before]: [string, number]) => document.querySelectorAll(selector).length < before
    // Escape may first leave something within a layer, such as the darkness around a photo: then it is pressed again.
    await page.waitForFunction(isLess, [LAYERS, open] as [string, number], { timeout: 3000 }).catch(() => undefined)
  }
  const clear = page.locator('header.bar').getByRole('button', { name: 'Clear selection' })
  // The bar is redrawn as the layer closes, and a click on its old content is lost.
  const cleared = async (): Promise<boolean> => {
    await clear.click({ timeout: 3000 }).catch(() => undefined)
    return (await clear.count()) === 0
  }
  if ((await clear.count()) > 0) await expect.poll(cleared).toBe(true)
}

/** More layers than ever cover each other, each with something to leave first. */
const MAX_ESCAPES = 12

const countLayers = (page: Page): Promise<number> => page.locator(LAYERS).count()
const outlineOf = async (layer: Locator): Promise<string> =>
  (await layer.evaluate((element) => element.outerHTML)).slice(0, 300)

/** Opens a photo of the list by a double click. */
export async function openPhoto(page: Page, tile: Locator): Promise<void> {
  const name = /^[^,]*/.exec((await tile.getAttribute('aria-label')) ?? '')![0]
  await tile.dblclick()
  await photoView(page).getByRole('heading', { name, exact: true }).first().waitFor()
}

/** Waits until every requested picture on the screen is drawn. */
export async function untilDrawn(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        // The requests of a change are there after the next frame.
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
        return [...document.querySelectorAll<HTMLImageElement>('.picture img')].filter(({ complete }) => !complete)
          .length
      }),
    )
    .toBe(0)
}

/** Adds a folder by its path, on the first screen. */
export async function addFolder(page: Page, folder: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Folder path' }).fill(folder)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add folder' }).click()
}

/** Opens the dialog that adds a folder. */
export async function openAddFolder(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add a folder' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a folder' })
  await dialog.waitFor()
  return dialog
}

/** A folder in the folder browser, by its name; other text of its line follows a comma. */
export const folderLine = (within: Page | Locator, name: string): Locator =>
  within
    .getByRole('tree', { name: 'Folders to choose from' })
    .getByRole('treeitem', { name: new RegExp(`^${name.replaceAll('.', String.raw`\.`)}( ,|$)`) })

/** Drops a file or folder of this machine on the middle of the window, as from its file manager. */
export async function dropFile(page: Page, path: string): Promise<void> {
  const { width, height } = page.viewportSize()!
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data })
  await devtools.detach()
}

/** Waits until the window shows this number of photos. */
export async function waitForCount(page: Page, count: number): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${count} photos?$`) })
    .first()
    .waitFor()
}

/** Resolves once every photo of a list that fits the window is analysed and the status has disappeared. */
export async function untilAnalysed(page: Page, count: number): Promise<void> {
  await expect.poll(() => photoTiles(page).count()).toBe(count)
  await expect.poll(() => page.locator('.is-pending').count(), { timeout: 240_000 }).toBe(0)
  await page.getByRole('region', { name: 'Analysis' }).waitFor({ state: 'detached' })
}

/** Ratings of the photos on screen, even behind a dialog, as `name stars`, ordered by name. */
export async function ratingsOnScreen(page: Page): Promise<string[]> {
  const labels = await page
    .locator('[data-photo]')
    .evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label') ?? ''))
  return labels.map((label) => `${/^[^,]*/.exec(label)![0]} ${/\d(?= star)/.exec(label)?.[0] ?? 0}`).sort()
}

/** Takes a screenshot if LUMAFOLD_SCREENSHOTS names a folder for it. */
export async function takeShot(page: Page, name: string): Promise<void> {
  const folder = process.env['LUMAFOLD_SCREENSHOTS']
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}

/**
 * Chooses a line of the open menu, through its submenus. No pointer moves: it would jump to a submenu beside its line,
 * which closes if the pointer has not reached it yet.
 */
export async function chooseLine(page: Page, ...lines: (string | RegExp)[]): Promise<void> {
  for (const name of lines) await page.getByRole('menuitem', { name }).dispatchEvent('click')
}

/** Opens the settings at one of their tabs, and waits until it is there. */
export async function openSettings(page: Page, tab: string): Promise<void> {
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await settings.getByRole('tab', { name: tab, exact: true }).click()
  await settings.getByRole('tabpanel', { name: tab, exact: true }).waitFor()
}
