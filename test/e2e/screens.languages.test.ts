import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest'
import { openSettings, untilDrawn } from './library-page.ts'
import { ScreenWindow } from './screen-window.ts'
import { libraryScreens, photoScreens, settingsTabs } from './screens.ts'

const SIZE = { width: 1024, height: 700 }

/**
 * Every screen in the other languages, by night. It is opened in English, then another window of the same app chooses
 * the language: the open screen follows, and must fit. The tests depend on each other.
 */
describe('screens in other languages', { tags: 'night' }, () => {
  /** Those with the longest words and from right to left; LUMAFOLD_SCREEN_LANGUAGES="fr es ja" chooses others. */
  const LANGUAGES = (process.env['LUMAFOLD_SCREEN_LANGUAGES'] ?? 'de ar').split(' ')

  let view: ScreenWindow
  /** The window in which the language is chosen. */
  let other: Page

  const chooseLanguage = async (language: string): Promise<void> => {
    await other.locator('select:has(> option[lang=ar][dir=rtl])').selectOption(language)
    await view.page.locator(`html[lang^=${language}]`).waitFor()
  }

  beforeAll(async () => {
    view = await ScreenWindow.open()
  })
  afterEach(() => view.expectNoProblems())
  afterAll(() => view?.close())

  test('photos are analysed, and another window shows the settings', async () => {
    await view.addPhotos()
    await view.untilAnalysed()
    other = await view.app.openApart({ viewport: SIZE })
    await openSettings(other, 'General')
  })

  const screens = {
    ...libraryScreens,
    ...photoScreens,
    'the information over the photos': async (page: Page) => {
      await page.setViewportSize(SIZE)
      await page
        .getByRole('gridcell', { name: /^burst/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Information', exact: true }).click()
      await page.getByRole('region', { name: 'Capture', exact: true }).waitFor()
    },
    ...Object.fromEntries(settingsTabs.map((tab) => [`settings ${tab}`, (page: Page) => openSettings(page, tab)])),
  }

  describe('fits in every language', () => {
    beforeEach(async () => {
      await chooseLanguage('en')
      await view.reset()
      await view.showAll()
    })

    test.each(Object.entries(screens))('%s', async (name, open) => {
      await open(view.page)
      await view.page.setViewportSize(SIZE)
      for (const language of LANGUAGES) {
        await chooseLanguage(language)
        await untilDrawn(view.page)
        await view.expectFit(`language-${name.replaceAll(/\W+/g, '-')}-${language}`)
      }
    })
  })
})
