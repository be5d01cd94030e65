/** @module-tag night */

import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest'
import { isNight } from '../fixtures/night.ts'
import { ScreenWindow } from './screen-window.ts'
import { libraryScreens, mainScreens, photoScreens } from './screens.ts'

/**
 * axe finds nothing on any screen, in either theme, and everything fits in every window: by day on the most used
 * screens. The tests depend on each other.
 */

/** Screens before or after a main screen that leave what it needs. */
const BETWEEN = new Set([
  'a stack that is open',
  'a search that finds nothing',
  'no history',
  'a photo with all that is drawn over it',
  'what is rarely done with a photo',
])
const screens = Object.entries({ ...libraryScreens, ...photoScreens }).filter(
  ([name]) => isNight || mainScreens.has(name) || BETWEEN.has(name),
)

let view: ScreenWindow

beforeAll(async () => {
  view = await ScreenWindow.open()
})
beforeEach(() => view.reset())
afterEach(() => view.expectNoProblems())
afterAll(() => view?.close())

test('the first screen, and a refused folder', async () => {
  await view.page.getByRole('combobox', { name: 'Folder path' }).waitFor()
  await view.expectNothing('first')
  await view.page.getByRole('combobox', { name: 'Folder path' }).fill('/')
  await view.page.getByRole('button', { name: 'Add folder', exact: true }).click()
  await view.page.getByRole('alert').filter({ hasText: view.base }).waitFor()
  await view.expectNothing('refused')
})

test('the analysis, until its end', async () => {
  await view.addPhotos()
  await view.expectNothing('analysis')
  await view.untilAnalysed()
})

describe('with photos', () => {
  beforeEach(() => view.showAll())

  test.each(screens)('%s', async (name, open) => {
    await open(view.page)
    await view.expectNothing(name)
  })
})
