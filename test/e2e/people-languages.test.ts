import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FacePhoto, nameOfFace, writeFacePhotos } from '../fixtures/face-photos.ts'
import { showTheme } from './axe-findings.ts'
import { addFolder, waitForCount } from './library-page.ts'
import { ScreenWindow } from './screen-window.ts'

/** People with names that are hard to place, by night: a long one, and a right-to-left one. */
describe('names of people', { tags: 'night' }, () => {
  const first: FacePhoto[] = [
    { of: 'man' },
    { of: 'man', variant: 'small' },
    { of: 'woman' },
    { of: 'woman', variant: 'mirrored' },
    { of: 'stranger' },
  ]
  const later: FacePhoto[] = [
    { of: 'man', variant: 'mirrored' },
    { of: 'woman', variant: 'bright' },
  ]
  const LONG = 'Maximiliane-Friederike von Donaudampfschifffahrt zu Hohenlohe-Waldenburg-Schillingsfürst'
  const ARABIC = 'نور الهدى (Nour) عبد الرحمن'
  const sizes = [
    { width: 1440, height: 900 },
    { width: 1024, height: 700 },
  ]

  let view: ScreenWindow
  beforeAll(async () => {
    view = await ScreenWindow.open({ write: (folder) => writeFacePhotos(folder, first) })
    await addFolder(view.page, view.folder)
    await waitForCount(view.page, first.length)
  })
  afterAll(() => view?.close())

  /** Buttons are found by their icons, since their names differ. */
  const openPeople = (page: Page) => page.locator('button:has(svg.lucide-user-round-search)').first().click()
  const faces = (page: Page) => page.locator('.people .open')
  const choose = async (page: Page, language: string) => {
    await page.setViewportSize(sizes[0]!)
    await page.locator('button:has(svg.lucide-settings)').first().click()
    await page.getByRole('dialog').getByRole('tab').first().click()
    await page.locator('select:has(> option[lang=ar][dir=rtl])').selectOption(language)
    await page.locator(`html[lang^=${language}]`).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  const fits = async (page: Page, shot: string) => {
    for (const size of sizes)
      for (const theme of ['dark', 'light'] as const) {
        await page.setViewportSize(size)
        await showTheme(page, theme)
        await view.expectFit(`people-${shot}-${size.width}-${theme}`)
      }
    await page.setViewportSize(sizes[0]!)
  }

  test('faces get their names', async () => {
    const { page } = view
    await openPeople(page)
    await page.getByRole('button', { name: 'Recognise people' }).click()
    const status = page.getByRole('region', { name: 'People', exact: true }).getByRole('status').first()
    await expect.poll(() => status.innerText(), { timeout: 120_000 }).toBe('0 people, 3 groups without a name')
    for (const [at, name] of [LONG, ARABIC].entries()) {
      const photo = page.getByRole('button', { name: `Open ${nameOfFace(first[at * 2]!)}`, exact: true })
      const group = page.getByRole('listitem', { name: /^Group of/ }).filter({ has: photo })
      await group.getByRole('combobox').fill(name)
      await page.keyboard.press('Enter')
      await expect.poll(() => faces(page).count()).toBe(at + 1)
    }
    await writeFacePhotos(view.folder, later)
    await expect.poll(() => page.getByText('· 1 of 2').count(), { timeout: 120_000 }).toBe(1)
  })

  test.each(['en', 'de', 'ar'])('names and words have room in %s', async (language) => {
    const { page } = view
    await choose(page, language)
    await faces(page).first().waitFor()
    await fits(page, language)
    const menu = page.locator('.card .icon-button').first()
    await menu.click()
    await page.getByRole('menu').waitFor()
    await view.expectFit(`people-${language}-menu`)
    await page.getByRole('menuitem').nth(2).click()
    await page.getByRole('dialog').waitFor()
    await view.expectFit(`people-${language}-merge`)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await faces(page).first().click()
    await page.locator('.face').first().click()
    await fits(page, `${language}-person`)
    await page.locator('svg.lucide-arrow-left').first().click()
    await faces(page).first().waitFor()
  })
})
