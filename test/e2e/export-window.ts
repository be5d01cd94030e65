import type { Locator, Page } from 'playwright'
import { closeNotices, photoTiles } from './library-page.ts'

/** Opens the export dialog for all photos, and waits until it shows how many files they make. */
export async function openExport(page: Page): Promise<Locator> {
  await closeNotices(page) // an earlier export's result would be taken for the next one's
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

/** Starts the export that the dialog describes. Resolves once a notice reports its end. */
export async function runExport(dialog: Locator, button: string, notice: string): Promise<void> {
  await dialog.getByRole('button', { name: button }).click()
  await dialog.page().getByRole('region', { name: 'Notices' }).getByText(notice).waitFor()
}
