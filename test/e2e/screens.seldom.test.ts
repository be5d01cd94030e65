import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { showTheme } from './axe-findings.ts'
import { windowSizes } from './layout/layout-faults.ts'
import { backToLibrary, dropFile, openSettings, sideBarEntry, untilDrawn } from './library-page.ts'
import { ScreenWindow } from './screen-window.ts'
import { libraryScreens, photoScreens, settingsTabs, sharpScreens, smallScreens } from './screens.ts'

/**
 * Like `screens.test.ts`, for the settings, small and sharp windows, and rare screens; by night. The tests depend on
 * each other.
 */
describe('rare screens', { tags: 'night' }, () => {
  let view: ScreenWindow

  const button = (name: string | RegExp) => view.page.getByRole('button', { name, exact: typeof name === 'string' })
  const dialog = (name: string | RegExp) => view.page.getByRole('dialog', { name })

  beforeAll(async () => {
    view = await ScreenWindow.open()
  })
  beforeEach(() => view.reset())
  afterEach(() => view.expectNoProblems())
  afterAll(() => view?.close())

  test('the photos, added and analysed', async () => {
    await view.addPhotos()
    await view.untilAnalysed()
  })

  describe('the settings', () => {
    beforeEach(() => view.showAll())

    test.each(settingsTabs)('%s', async (tab) => {
      await openSettings(view.page, tab)
      await view.expectNothing(`settings ${tab}`)
    })
  })

  describe('in a small window', () => {
    beforeEach(async () => {
      await view.page.setViewportSize(windowSizes.small)
      await view.showAll()
    })

    test.each(Object.entries(smallScreens))('%s', async (name, open) => {
      await open(view.page)
      await view.expectNothing(name, [])
    })
  })

  test('several problems take the room of one, and are closed at once', async () => {
    await view.showAll()
    const notices = view.page.getByRole('region', { name: 'Notices' })
    const problem = (name: string) => notices.getByRole('alert').filter({ hasText: name })
    for (const [index, name] of ['one.txt', 'two.txt', 'three.txt', 'three.txt'].entries()) {
      const path = join(view.base, name)
      writeFileSync(path, 'No picture.')
      await dropFile(view.page, path)
      await problem(index === 3 ? '2 times' : name).waitFor()
    }
    await notices.getByText('2 more problems').waitFor()
    await expect.poll(() => notices.getByRole('alert').count()).toBe(1)
    await view.expectNothing('problems')
    await button('Show').click()
    await problem('one.txt').waitFor()
    await expect.poll(() => notices.getByRole('alert').count()).toBe(3)
    await view.expectNothing('problems unfolded')
    await button('Close all').click()
    await expect.poll(() => notices.getByRole('alert').count()).toBe(0)
  })

  test('a picture dragged over the window', async () => {
    await view.showAll()
    const drag = (type: string) =>
      view.page.evaluate((event) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['x'], 'x.jpg', { type: 'image/jpeg' }))
        document.body.dispatchEvent(new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer }))
      }, type)
    await drag('dragover')
    await view.page.getByText('Show photos like this one').waitFor()
    await view.expectNothing('dragged')
    await drag('dragleave')
    await view.page.getByText('Show photos like this one').waitFor({ state: 'detached' })
  })

  describe('on a screen of two pixels for one', () => {
    const sharp = Object.entries({ ...libraryScreens, ...photoScreens }).filter(([name]) => sharpScreens.has(name))

    beforeAll(async () => {
      view.page = await view.app.openApart({ viewport: windowSizes.usual, deviceScaleFactor: 2 })
    })
    beforeEach(() => view.showAll())
    afterAll(async () => {
      if (view.page !== view.app.page) await view.page.context().close()
      view.page = view.app.page
    })

    test.each(sharp)('%s', async (name, open) => {
      await open(view.page)
      for (const theme of ['dark', 'light'] as const) {
        await showTheme(view.page, theme)
        await untilDrawn(view.page)
        await view.expectFit(`screen-${name.replaceAll(/\W+/g, '-')}-sharp-${theme}`)
      }
    })
  })

  describe('with missing files', () => {
    const missing = () => view.page.getByRole('complementary', { name: 'Missing photos' })

    beforeAll(async () => {
      await backToLibrary(view.page)
      await view.showAll()
      await view.page.getByRole('gridcell', { name: /^sea\.jpg/ }).click()
      await view.page.keyboard.press('5')
      const sea = join(view.folder, 'beach', 'sea.jpg')
      const copies = ['first.jpg', 'second.jpg'].map((name) => join(view.base, name))
      for (const path of copies) copyFileSync(sea, path)
      renameSync(sea, join(view.base, 'gone.jpg'))
      for (const path of copies) renameSync(path, path.replace(view.base, view.folder))
      rmSync(join(view.folder, 'beach', 'lost.jpg'))
      await sideBarEntry(view.page, /Missing files/).waitFor()
      await sideBarEntry(view.page, /Decisions/).waitFor()
    })

    test('the missing ones', async () => {
      await sideBarEntry(view.page, /Missing files/).click()
      await missing().waitFor()
      await view.page.getByRole('gridcell', { name: /^lost/ }).click()
      await view.expectNothing('missing')
    })

    test('where one is now', async () => {
      await missing().getByRole('button', { name: 'Locate…' }).click()
      await dialog(/^Where is/).waitFor()
      await view.expectNothing('locate')
    })

    test('decisions for the person', async () => {
      await sideBarEntry(view.page, /Decisions/).click()
      await dialog('Decisions').getByRole('article').first().waitFor()
      await view.expectNothing('decisions')
    })

    test('the removal of photos, and the removed ones', async () => {
      await missing()
        .getByRole('button', { name: /^Remove/ })
        .click()
      const question = view.page.getByRole('alertdialog')
      await question.waitFor()
      await view.expectNothing('remove')
      await question.getByRole('button', { name: 'Remove', exact: true }).click()
      await sideBarEntry(view.page, /Recently removed/).click()
      await dialog('Recently removed').getByRole('listitem').first().waitFor()
      await view.expectNothing('removed')
    })

    test('an offline folder', async () => {
      renameSync(view.folder, `${view.folder} elsewhere`)
      await sideBarEntry(view.page, /Offline/).click()
      await view.page.getByRole('complementary', { name: 'photos is not available' }).waitFor()
      await view.expectNothing('away')
    })
  })

  test('client mode, and the passphrase that ends it', async () => {
    await openSettings(view.page, 'Hidden photos')
    await view.page.getByLabel('Passphrase', { exact: true }).fill('open sesame')
    await view.page.getByLabel('The same again').fill('open sesame')
    await button('Set passphrase').click()
    await button('Lock now').waitFor()
    await view.expectNothing('passphrase set')
    await view.page.keyboard.press('F9')
    await dialog('Settings').waitFor({ state: 'detached' })
    await view.expectNothing('client mode')
    await view.page.keyboard.press('F9')
    await view.page.locator('#passphrase').waitFor()
    await view.expectNothing('passphrase')
  })
})
