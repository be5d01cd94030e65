/** @module-tag night */

import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isNight } from '../fixtures/night.ts'
import { SCREEN_PHOTOS } from './screen-photos.ts'
import { ScreenWindow } from './screen-window.ts'

/**
 * The window in its other languages: one has the longest words, one runs from right to left, one has no spaces. By day
 * one of them is checked.
 */
const languages = [
  { language: 'de', direction: 'ltr', photos: 'Alle Fotos', name: 'Deutsch' },
  { language: 'fr', direction: 'ltr', photos: 'Toutes les photos', name: 'français' },
  { language: 'es', direction: 'ltr', photos: 'Todas las fotos', name: 'español' },
  { language: 'ja', direction: 'ltr', photos: 'すべての写真', name: '日本語' },
  { language: 'ar', direction: 'rtl', photos: 'كل الصور', name: 'العربية' },
].filter(({ language }) => isNight || language === 'ar')

let view: ScreenWindow
beforeAll(async () => {
  view = await ScreenWindow.open()
})
afterAll(() => view?.close())

const dialog = (page: Page) => page.getByRole('dialog')
const tiles = (page: Page) => page.locator('[role=gridcell]')
/** Buttons are found by their icons, since their names differ. */
const openSettings = async (page: Page) => {
  await page.locator('button:has(svg.lucide-settings)').first().click()
  await dialog(page).getByRole('tab').first().click()
}
const leave = async (page: Page) => {
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
}
const choose = async (page: Page, language: string) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSettings(page)
  await page.locator('select:has(> option[lang=ar][dir=rtl])').selectOption(language)
  await page.locator(`html[lang^=${language}]`).waitFor()
  await leave(page)
  await page.setViewportSize({ width: 1024, height: 700 })
}

test('photos are added', async () => {
  await view.addPhotos()
  await view.untilAnalysed()
})

test.each(languages)(
  'main screens have room for their words in $language',
  async ({ language, direction, photos, name }) => {
    const { page } = view
    await choose(page, language)
    const fits = (screen: string) => view.expectFit(`language-${language}-${screen}`)
    expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe(direction)
    const bar = (await page.getByText(photos, { exact: true }).first().boundingBox())!
    expect(bar.x > 512, 'the side bar is where the text begins').toBe(direction === 'rtl')
    await fits('grid')

    await tiles(page).first().click()
    await page.keyboard.press('Control+a')
    await fits('selection')
    await page.keyboard.press('Control+Shift+e')
    await dialog(page).waitFor()
    await fits('export')
    await leave(page)

    await page.keyboard.press('Shift+K')
    await page.locator('aside.keywords').waitFor()
    await fits('keywords')
    await page.keyboard.press('Shift+K')
    await page.keyboard.press('\\')
    await fits('filters')
    await page.keyboard.press('\\')

    await tiles(page).first().dblclick()
    await page.locator('svg.lucide-arrow-left').first().waitFor()
    await fits('photo')
    await page.keyboard.press('Escape')

    await openSettings(page)
    // The language of tags follows that of the window until one is chosen for them.
    await expect.poll(() => page.locator('select').nth(1).locator('option:checked').textContent()).toContain(name)
    for (const tab of await dialog(page).getByRole('tab').all()) {
      await tab.click()
      await fits(`settings-${(await tab.textContent())?.trim()}`)
    }
    await leave(page)
    view.expectNoProblems()
  },
)

test("the library's texts about changes are in the window's language, too", async () => {
  const { page } = view
  await choose(page, 'de')
  const notice = page.locator('.toast.info')
  await tiles(page).first().click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('3')
  await page.keyboard.press('p')
  await page.keyboard.press('h')
  const lines = page.locator('aside.history p')
  await lines.filter({ hasText: new RegExp(`^${2 * SCREEN_PHOTOS} Markierungen$`) }).waitFor()
  await page.locator('aside.history summary').click()
  await lines.filter({ hasText: /^\d+ Fotos angenommen$/ }).waitFor()
  await lines.filter({ hasText: /^\d+ Fotos bewertet: 3 Sterne$/ }).waitFor()
  await page.keyboard.press('Control+z')
  await notice.filter({ hasText: /Rückgängig gemacht: \d+ Fotos angenommen/ }).waitFor()
  const sentences = await page.locator('aside.history p, .toast').allTextContents()
  expect(sentences.filter((text) => /\b(photos?|Rated|Picked|Undone|with|the|of)\b/.test(text))).toEqual([])
  await page.keyboard.press('h')
})

test("texts about a search, its fields and its parts are in the window's language, too", async () => {
  const { page } = view
  const search = page.locator('header.bar input[role=combobox]')
  await search.fill('lenz:24 iso:fast zzzznothing')
  const problems = page.locator('ul.problems')
  await problems.getByText('Es gibt kein Feld „lenz“. „lenz:24“ wird so gesucht, wie es dasteht').waitFor()
  await problems.getByText('„fast“ ist keine Zahl für „iso“, etwa >800').waitFor()
  await search.fill('name:zzzznothing rating:0')
  await problems.getByText('„name:zzzznothing“ findet kein Foto').waitFor()
  await page.getByText('Name: zzzznothing').waitFor()
  await search.fill('')
  await search.pressSequentially('cam')
  await page.getByRole('option', { name: /^camera:.*Kamera/ }).waitFor()
  await search.fill('')
  await page.keyboard.press('Escape')
})
