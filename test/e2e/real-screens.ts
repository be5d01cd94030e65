import type { Page } from 'playwright'
import { chooseLine, openPhoto, openSettings, photoTiles, photoView, sideBarEntry } from './library-page.ts'

/** Opens a screen of a real library, after the previous one and with nothing open over the photos. */
type Screen = (page: Page) => Promise<unknown>

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const search = (page: Page) => page.getByRole('combobox', { name: 'Search photos' })
const tile = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) }).first()
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const find = async (page: Page, text: string) => {
  await search(page).fill(text)
  await press(page, 'Enter', 'Escape')
}

/** What photographers look at, in the order in which one screen leads to the next. */
export const realScreens: Readonly<Record<string, Screen>> = {
  grid: (page) => photoTiles(page).first().waitFor(),
  inspector: async (page) => {
    await photoTiles(page).nth(4).click()
    await panel(page, 'Information').getByRole('region', { name: 'Tags', exact: true }).waitFor()
  },
  selection: async (page) => {
    await photoTiles(page).nth(4).click()
    await press(page, 'Control+a')
    await page.getByRole('status').filter({ hasText: 'selected' }).first().waitFor()
  },
  'long-name': async (page) => {
    await find(page, 'name:morning')
    await tile(page, 'A morning').click()
  },
  folded: async (page) => {
    await find(page, '')
    await photoTiles(page).first().click()
    await press(page, 'Shift+Q')
    await button(page, /^Open the stack of/)
      .first()
      .waitFor()
  },
  'stack-open': async (page) => {
    await button(page, /^Open the stack of/)
      .first()
      .click()
    await page.locator('.in-stack').nth(3).waitFor()
  },
  filters: async (page) => {
    await press(page, '\\')
    await panel(page, 'Filters').waitFor()
  },
  chips: async (page) => {
    await find(page, 'date:2024..2026 iso:100..800')
    await button(page, /^Remove filter/)
      .first()
      .waitFor()
  },
  colours: async (page) => {
    await find(page, '')
    const colors = panel(page, 'Filters').getByRole('region', { name: 'Filter by colours' })
    await colors.getByRole('button', { name: /blue/i }).first().click()
    await colors.getByRole('slider').first().waitFor()
  },
  nothing: async (page) => {
    await press(page, '\\')
    await find(page, 'zzzznothing')
    await page.getByText('No photos match').waitFor()
  },
  completion: async (page) => {
    await search(page).fill('')
    await search(page).pressSequentially('cam')
    await page.getByRole('option', { name: /^camera:/ }).waitFor()
  },
  history: async (page) => {
    await find(page, '')
    await photoTiles(page).nth(2).click()
    await press(page, '4', 'h')
    await panel(page, 'History').getByRole('listitem').first().waitFor()
  },
  progress: async (page) => {
    await press(page, 'h')
    await photoTiles(page).nth(2).click()
    await press(page, 'p')
    await photoTiles(page).nth(6).click()
    await press(page, 'x')
    await panel(page, 'Progress of the choice').waitFor()
  },
  finish: async (page) => {
    await panel(page, 'Progress of the choice')
      .getByRole('button', { name: /^Finish/ })
      .click()
    await page.getByRole('dialog').waitFor()
  },
  pairs: async (page) => {
    await photoTiles(page).first().click()
    await press(page, 'Alt+y')
    await region(page, 'Best frames').getByRole('article').nth(1).waitFor()
  },
  loupe: async (page) => {
    await press(page, 'Escape')
    await openPhoto(page, tile(page, 'DSC02'))
  },
  'loupe-overlays': async (page) => {
    await openPhoto(page, tile(page, 'DSC02'))
    await press(page, 'w', 'j', 'd', 'o', 'r')
    await photoView(page)
      .getByRole('figure', { name: /^Histogram/ })
      .waitFor()
  },
  'loupe-histogram': async (page) => {
    await openPhoto(page, tile(page, 'DSC02'))
    await press(page, 'j', 'd', 'o', 'r')
    await photoView(page)
      .getByRole('figure', { name: /^Histogram/ })
      .waitFor()
  },
  'loupe-panel': async (page) => {
    await openPhoto(page, tile(page, 'DSC02'))
    if ((await panel(page, 'Information').count()) === 0) await press(page, 'i')
    await panel(page, 'Information').getByRole('region', { name: 'Tags', exact: true }).waitFor()
  },
  'faces-strip': async (page) => {
    await openPhoto(page, tile(page, 'DSC02'))
    await press(page, 'w', 'a')
    await region(page, 'Faces at actual size').waitFor()
  },
  alone: async (page) => {
    await openPhoto(page, tile(page, 'DSC02'))
    await press(page, 'a', 'f')
    await button(page, 'Back').waitFor({ state: 'detached' })
  },
  crop: async (page) => {
    await press(page, 'f', 'Escape')
    await openPhoto(page, tile(page, 'DSC02'))
    await press(page, 'Shift+R')
    await page.getByRole('application', { name: 'The frame of the crop' }).waitFor()
  },
  text: async (page) => {
    await openPhoto(page, tile(page, 'Sign'))
    // Text is read when nobody works.
    await panel(page, 'Information').getByText('To the trains').waitFor()
    await press(page, 'Shift+T')
    await photoView(page).getByRole('group', { name: 'Text on the photo' }).getByText('To the trains').waitFor()
  },
  compare: async (page) => {
    await photoTiles(page).first().click()
    await press(page, 'c')
    await region(page, 'Compare').getByRole('article').nth(1).waitFor()
  },
  survey: async (page) => {
    await photoTiles(page).first().click()
    await photoTiles(page)
      .nth(6)
      .click({ modifiers: ['Shift'] })
    await press(page, 'n')
    await region(page, 'Compare').getByRole('article').nth(5).waitFor()
  },
  list: async (page) => {
    await button(page, 'Grid').click()
    await page.getByRole('menuitemradio', { name: 'List' }).click()
    await page.getByRole('columnheader', { name: 'Camera' }).waitFor()
  },
  squares: async (page) => {
    await button(page, 'Grid').click()
    await page.getByRole('menuitemradio', { name: 'Squares' }).click()
    await page.getByRole('columnheader').first().waitFor({ state: 'detached' })
  },
  months: async (page) => {
    await button(page, 'Grid').click()
    await page.getByRole('menuitemradio', { name: 'Justified' }).click()
    await button(page, 'Grid').click()
    await page.getByRole('menuitemradio', { name: 'By month' }).click()
  },
  years: async (page) => {
    await button(page, 'Grid').click()
    await page.getByRole('menuitemradio', { name: 'By year' }).click()
  },
  menu: async (page) => {
    await tile(page, 'DSC').click({ button: 'right' })
    await page.getByRole('menu', { name: 'Photo actions' }).waitFor()
  },
  similar: async (page) => {
    await tile(page, 'DSC').click({ button: 'right' })
    await page.getByRole('menu', { name: 'Photo actions' }).waitFor()
    await chooseLine(page, 'Find similar by colours')
    await page.getByRole('grid', { name: 'Similar photos' }).getByRole('gridcell').first().waitFor()
  },
  map: async (page) => {
    await sideBarEntry(page, /^Map/).click()
    await region(page, 'Map')
      .getByRole('button', { name: /photos/ })
      .first()
      .waitFor()
  },
  duplicates: async (page) => {
    await sideBarEntry(page, /^Duplicates/).click()
    await region(page, 'Duplicates').waitFor()
  },
  'people-off': async (page) => {
    await sideBarEntry(page, /^People/).click()
    await page.getByText('Who is on your photos?').waitFor()
  },
  people: async (page) => {
    await sideBarEntry(page, /^People/).click()
    await button(page, 'Recognise people').click()
    const groups = region(page, 'People').getByRole('listitem', { name: /^Group of/ })
    await groups.first().waitFor()
    await groups.first().getByRole('combobox').fill('Ada')
    await press(page, 'Enter')
    await region(page, 'People').getByRole('button', { name: /^Ada/ }).first().waitFor()
  },
  learned: async (page) => {
    await sideBarEntry(page, /^Learned tags/).click()
    await region(page, 'Learned tags').waitFor()
  },
  export: async (page) => {
    await sideBarEntry(page, /All photos/).click()
    await photoTiles(page).first().click()
    await press(page, 'Control+Shift+E')
    await dialog(page, /^Export/)
      .getByRole('button', { name: /^Export \d+ files?/ })
      .waitFor()
  },
  import: async (page) => {
    await openSettings(page, 'Import and export')
    await button(page, 'Import…').click()
    await dialog(page, 'Import from another program').waitFor()
  },
  card: async (page) => {
    await button(page, 'Import from a card…').click()
    await dialog(page, 'Import from a card').waitFor()
  },
  keywords: async (page) => {
    await press(page, 'Shift+K')
    await panel(page, 'Keywords').waitFor()
  },
  shortcuts: async (page) => {
    await press(page, 'Shift+K', '?')
    await dialog(page, 'Keyboard shortcuts').waitFor()
  },
  options: async (page) => {
    await button(page, 'View options').click()
    await dialog(page, 'View options').waitFor()
  },
  activity: async (page) => {
    await button(page, /^Activity/).click()
    await dialog(page, 'Activity').waitFor()
  },
}
