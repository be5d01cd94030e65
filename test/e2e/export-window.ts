import type { Locator, Page } from 'playwright-core'
import { photoTiles } from './library-page.ts'

/** Opens the dialog of exports for all photos, and waits until it says how many files they make. */
export async function openExport(page: Page): Promise<Locator> {
  await photoTiles(page).first().click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+Shift+E')
  const dialog = page.getByRole('dialog', { name: /^Export/ })
  await dialog.getByRole('button', { name: /^Export \d+ files?$/ }).waitFor()
  return dialog
}

export async function chooseTarget(dialog: Locator, path: string): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Target folder' }).fill(path)
  await dialog.page().keyboard.press('Tab')
}

/** Starts the export that the dialog describes. Resolves once it has written its files and its notice is closed. */
export async function runExport(dialog: Locator, button: string, notice: string): Promise<void> {
  const page = dialog.page()
  await dialog.getByRole('button', { name: button }).click()
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.getByText(notice).waitFor()
  await page.getByRole('button', { name: 'Close notice' }).first().click()
}
