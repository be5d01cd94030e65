import type { Locator, Page } from 'playwright'
import { chooseLine, dropFile, openPhoto, openSettings, photoTiles, photoView, sideBarEntry } from './library-page.ts'
import { SCREEN_PHOTOS } from './screen-photos.ts'

/** Opens a screen from the library, if nothing is selected or open, and waits until it is there. */
type Screen = (page: Page) => Promise<unknown>

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })
const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search photos' })
const burst = (page: Page) => page.getByRole('gridcell', { name: /^burst-0/ })
const firstPhoto = (page: Page) => photoTiles(page).first()
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const select = async (page: Page) => {
  await firstPhoto(page).click()
  await panel(page, 'Information').getByRole('region', { name: 'Tags' }).waitFor()
}
const selectAll = async (page: Page) => {
  await firstPhoto(page).click()
  await press(page, 'Control+a')
  await page
    .getByRole('status')
    .filter({ hasText: `${SCREEN_PHOTOS} of ${SCREEN_PHOTOS} photos selected` })
    .waitFor()
}
const openFilters = async (page: Page) => {
  await button(page, 'Filters').click()
  await panel(page, 'Filters').waitFor()
}
/** From a right click on a photo to a line of its menu, and of the submenu that this opens. */
const choose = async (page: Page, ...lines: string[]) => {
  await burst(page).click({ button: 'right' })
  await page.getByRole('menu', { name: 'Photo actions' }).waitFor()
  await chooseLine(page, ...lines)
}
const subMenu = (line: string, within: string) => async (page: Page) => {
  await choose(page, line)
  await page.getByRole('menuitem', { name: within }).waitFor()
}
const openMenu = async (page: Page, name: string | RegExp) => {
  await button(page, name).click()
  await page.getByRole('menu').waitFor()
}
const layout = async (page: Page, name: string) => {
  await openMenu(page, 'Grid')
  await page.getByRole('menuitemradio', { name }).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

const keywordPanel = (page: Page) => panel(page, 'Keywords')
const vienna = (page: Page) => keywordPanel(page).getByRole('treeitem', { name: /^Vienna/ })
const openKeywords = async (page: Page) => {
  if ((await keywordPanel(page).count()) === 0) await press(page, 'Shift+K')
  await keywordPanel(page).waitFor()
}
/** The keyword exists, possibly from an earlier test. */
const addKeyword = async (page: Page) => {
  await openKeywords(page)
  if ((await vienna(page).count()) > 0) return
  await keywordPanel(page).getByRole('button', { name: 'Add a keyword…' }).first().click()
  await keywordPanel(page).getByRole('textbox', { name: 'Name of the new keyword' }).fill('Places/Vienna')
  await press(page, 'Enter')
  await vienna(page).waitFor()
}
const openKeywordMenu = async (page: Page) => {
  await addKeyword(page)
  await vienna(page).click({ button: 'right' })
  await page.getByRole('menu', { name: 'Keyword actions' }).waitFor()
}

/** Learned tags, before there are any. */
const openLearned = async (page: Page) => {
  await sideBarEntry(page, /^Learned tags/).click()
  await region(page, 'Learned tags').getByText('Nothing is learned yet').waitFor()
}

/** The library: its bars, panels, menus and states. A panel that one opens is still open for the next. */
export const libraryScreens: Readonly<Record<string, Screen>> = {
  'the library': (page) => firstPhoto(page).waitFor(),
  'one photo selected': select,
  'several selected': selectAll,
  'notices, and a folder of which one tells': async (page) => {
    await page.getByRole('treeitem', { name: /^photos/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Scan again' }).click()
    await page.getByText('photos is being scanned').waitFor()
    await dropFile(page, import.meta.filename)
    await page.getByRole('alert').filter({ hasText: 'cannot be compared' }).waitFor()
  },
  'a stack that is open': async (page) => {
    await press(page, 'Shift+Q')
    await button(page, /^Open the stack of/)
      .first()
      .click()
    await page.locator('.in-stack').nth(2).waitFor()
  },
  'a list with columns': async (page) => {
    await press(page, 'Shift+Q')
    await layout(page, 'List')
    await page.getByRole('columnheader', { name: 'Camera' }).waitFor()
    await firstPhoto(page).click()
  },
  'the columns of a list': (page) => openMenu(page, 'Columns'),
  'squares, and the menu of the grid': async (page) => {
    await layout(page, 'Squares')
    await openMenu(page, 'Grid')
  },
  'the filters': async (page) => {
    await layout(page, 'Justified')
    await openFilters(page)
    await panel(page, 'Filters')
      .getByRole('region', { name: 'Filter by rating' })
      .getByRole('button', { name: /★|star/ })
      .first()
      .click()
    await button(page, /^Remove filter/).waitFor()
  },
  'the filters without a filter': (page) => panel(page, 'Filters').waitFor(),
  'colours that are looked for': async (page) => {
    const colors = panel(page, 'Filters').getByRole('region', { name: 'Filter by colours' })
    await colors.getByRole('button', { name: /blue/i }).first().click()
    await colors.getByRole('slider').first().waitFor()
  },
  'colours that are drawn': async (page) => {
    const colors = panel(page, 'Filters').getByRole('region', { name: 'Filter by colours' })
    await colors.getByRole('button', { name: 'Draw' }).click()
    const { x, y, width, height } = (await colors.getByRole('img', { name: 'Sketch' }).boundingBox())!
    await page.mouse.move(x + width / 4, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + (width * 3) / 4, y + height / 2, { steps: 5 })
    await page.mouse.up()
    await button(page, /^Remove filter/).waitFor()
  },
  'a search that finds nothing': async (page) => {
    await button(page, 'Close the filters').click()
    await searchBox(page).fill('zzzznothing')
    await page.keyboard.press('Enter')
    await page.getByText('No photos match').waitFor()
  },
  'a search that is not understood': async (page) => {
    await searchBox(page).fill('lenz:24')
    await page.getByText('There is no field “lenz”').waitFor()
  },
  'completions of a search': async (page) => {
    await searchBox(page).pressSequentially('cam')
    await page.getByRole('option', { name: /^camera:/ }).waitFor()
  },
  'a search that is saved': async (page) => {
    await searchBox(page).fill('date:2024')
    await press(page, 'Enter', 'Control+Shift+S')
    await dialog(page, 'Save this search').waitFor()
  },
  'albums in the side bar, and the menu of one': async (page) => {
    await searchBox(page).fill('date:2024')
    await press(page, 'Enter', 'Control+Shift+S')
    await dialog(page, 'Save this search')
      .getByRole('textbox', { name: 'Name' })
      .fill('All photos of two thousand and twenty-four')
    await press(page, 'Enter')
    const albums = region(page, 'Albums')
    await albums.getByRole('treeitem').first().waitFor()
    await button(page, 'Add an album').click()
    await page.getByRole('menuitem', { name: 'New album', exact: true }).click()
    await albums.getByRole('textbox', { name: 'Name of the album' }).press('Enter')
    await albums.getByRole('treeitem', { name: 'New album' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'New album inside' }).waitFor()
  },
  'an album for photos': async (page) => {
    await select(page)
    await press(page, 'Control+Shift+B')
    await page.getByRole('combobox', { name: 'Find or name an album' }).fill('Holidays')
    await page.getByRole('option', { name: /Holidays/ }).waitFor()
  },
  'the history': async (page) => {
    await select(page)
    await press(page, '4', 'h')
    await panel(page, 'History').getByRole('listitem').first().waitFor()
  },
  'no history': async (page) => {
    await press(page, 'h')
    await panel(page, 'History').waitFor({ state: 'detached' })
  },
  'the options of the view': async (page) => {
    await button(page, 'View options').click()
    await dialog(page, 'View options').waitFor()
  },
  'nothing under way': async (page) => {
    await button(page, /^Activity/).click()
    await dialog(page, 'Activity').waitFor()
  },
  'the orders': (page) => openMenu(page, /^Sort by/),
  'a tag to add': async (page) => {
    await select(page)
    await press(page, 't')
    await page.getByRole('dialog').getByRole('combobox', { name: 'Add a tag' }).fill('h')
  },
  'all metadata': async (page) => {
    await select(page)
    await panel(page, 'Information').getByRole('button', { name: 'All metadata' }).click()
    await dialog(page, 'All metadata')
      .getByRole('status')
      .filter({ hasText: /\d tags/ })
      .waitFor()
  },
  'why a tag is missing': async (page) => {
    await select(page)
    await panel(page, 'Information').getByRole('button', { name: 'Why is a tag missing?' }).click()
    const why = dialog(page, 'Why a photo has a tag or not')
    await why.getByRole('textbox', { name: 'Tag' }).fill('giraffe')
    await why.getByRole('button', { name: 'Explain' }).click()
    await why.getByText('The photo does not have the tag “giraffe”.').waitFor()
  },
  'metadata that are not there': async (page) => {
    await select(page)
    await panel(page, 'Information').getByRole('button', { name: 'All metadata' }).click()
    await dialog(page, 'All metadata').getByRole('searchbox', { name: 'Find a tag' }).fill('zzzznothing')
    await page.getByText('No tag with these words').waitFor()
  },
  'a date to give': async (page) => {
    await choose(page, 'Set date…')
    await page.getByLabel('Date and time').waitFor()
  },
  'dates that move': async (page) => {
    await choose(page, 'Set date…')
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByLabel('Hours').fill('2')
    await page.getByRole('dialog').getByRole('row').first().waitFor()
  },
  'fields of the place': async (page) => {
    await select(page)
    const metadata = region(page, 'Metadata')
    await metadata.getByText('Place', { exact: true }).click()
    await metadata.getByRole('textbox', { name: 'Country code' }).fill('Austria')
    await metadata.getByRole('alert').waitFor()
  },
  'a track': async (page) => {
    await select(page)
    await region(page, 'Metadata').getByRole('button', { name: 'From a track…' }).click()
    await dialog(page, 'Positions from a track').waitFor()
  },
  'templates of metadata': async (page) => {
    await select(page)
    await page.getByRole('combobox', { name: 'Templates' }).selectOption({ label: 'Edit templates…' })
    await dialog(page, 'Templates').waitFor()
  },
  'metadata to paste': async (page) => {
    await select(page)
    await region(page, 'Metadata').getByRole('button', { name: 'Copy metadata' }).click()
    await region(page, 'Metadata').getByRole('button', { name: 'Paste metadata…' }).click()
    await dialog(page, 'Paste metadata').waitFor()
  },
  'a tag to learn': async (page) => {
    await selectAll(page)
    await press(page, 't')
    await page.getByRole('dialog').getByRole('combobox', { name: 'Add a tag' }).fill('holiday')
    await press(page, 'Enter')
    await page
      .getByRole('status')
      .filter({ hasText: /holiday/ })
      .first()
      .waitFor()
    await press(page, 'Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await choose(page, 'Learn a tag…')
    await dialog(page, 'Learn a tag')
      .getByText('Five or more')
      .or(dialog(page, 'Learn a tag').getByText('with “holiday”'))
      .first()
      .waitFor()
  },
  'the shortcuts': async (page) => {
    await press(page, '?')
    await dialog(page, 'Keyboard shortcuts').waitFor()
  },
  'another folder': async (page) => {
    await button(page, 'Add a folder').click()
    await page.getByRole('tree', { name: 'Folders to choose from' }).getByRole('treeitem').first().waitFor()
  },
  'the removal of a folder': async (page) => {
    await page.getByRole('treeitem', { name: /^photos/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Remove from library…' }).click()
    await page.locator('[role=dialog], [role=alertdialog]').waitFor()
  },
  'the keywords': addKeyword,
  'synonyms of a keyword': async (page) => {
    await openKeywordMenu(page)
    await chooseLine(page, 'Synonyms and options…')
    await dialog(page, 'Keyword “Places/Vienna”').waitFor()
  },
  'a keyword that is merged': async (page) => {
    await openKeywordMenu(page)
    await chooseLine(page, 'Merge into another…')
    await dialog(page, 'Merge “Places/Vienna”').waitFor()
  },
  'the painter': async (page) => {
    await keywordPanel(page).getByRole('button', { name: 'Painter' }).click()
    await region(page, 'Painter').getByRole('button', { name: '3 stars' }).click()
  },
  'keyword sets': async (page) => {
    if ((await region(page, 'Painter').count()) > 0) await button(page, 'End painting').click()
    await keywordPanel(page).getByRole('button', { name: 'Keyword sets…' }).click()
    await dialog(page, 'Keyword sets').waitFor()
  },
}

/** Opened in a small window: menus stay where they were opened, and the panel covers the photos. */
export const smallScreens: Readonly<Record<string, Screen>> = {
  'the information over the photos': async (page) => {
    await firstPhoto(page).click()
    await button(page, 'Information').click()
    await panel(page, 'Information').getByRole('region', { name: 'Tags' }).waitFor()
  },
  'a folder, and its menu': async (page) => {
    await page.getByRole('treeitem', { name: /^photos/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Scan again' }).waitFor()
  },
  'the menu of a photo': (page) => choose(page),
  'stacks in the menu of a photo': subMenu('Stack', 'Open or fold the stack'),
  'flags in the menu of a photo': subMenu('Flag', 'Rejected'),
  'labels in the menu of a photo': subMenu('Label', 'No label'),
  'stars in the menu of a photo': subMenu('Rate', '5 stars'),
  'turns in the menu of a photo': subMenu('Turn', 'As the file says'),
  'sensitivity in the menu of a photo': subMenu('Sensitivity', 'As the analysis found'),
  'the menu of several photos': async (page) => {
    await selectAll(page)
    await burst(page).click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Compare/ }).waitFor()
  },
  'the actions of a keyword': openKeywordMenu,
}

const openExport = async (page: Page) => {
  await selectAll(page)
  await press(page, 'Control+Shift+E')
  await dialog(page, /^Export/)
    .getByRole('button', { name: /^Export \d+ files?/ })
    .waitFor()
}
const openFirst = (page: Page) => openPhoto(page, firstPhoto(page))
const panes = (page: Page) => region(page, 'Compare').getByRole('article')

/** Photos alone, side by side, by similarity, on the map and among their duplicates; and their exports. */
export const photoScreens: Readonly<Record<string, Screen>> = {
  'a photo': openFirst,
  'a photo with all that is drawn over it': async (page) => {
    await openFirst(page)
    await press(page, 'w', 'j', 'd', 'o', 'r')
    await photoView(page).getByRole('img', { name: 'Thirds' }).waitFor()
    await photoView(page)
      .getByRole('figure', { name: /^Histogram/ })
      .waitFor()
  },
  'what is drawn over a photo': async (page) => {
    await openFirst(page)
    await openMenu(page, 'Overlays')
    await page.getByRole('menuitemcheckbox', { name: 'Thirds', checked: true }).waitFor()
  },
  'the faces of a photo': async (page) => {
    await openFirst(page)
    await press(page, 'w', 'j', 'd', 'o', 'r', 'a')
    await region(page, 'Faces at actual size').waitFor()
  },
  'what is rarely done with a photo': async (page) => {
    await openFirst(page)
    await press(page, 'a')
    await openMenu(page, 'More')
  },
  'a part of a photo to draw': async (page) => {
    await openFirst(page)
    await press(page, 'Shift+D')
    await page.getByRole('img', { name: 'Draw a rectangle around what to look for' }).waitFor()
  },
  'a photo being cropped': async (page) => {
    await openFirst(page)
    await press(page, 'Shift+R')
    await photoView(page).getByRole('application', { name: 'The frame of the crop' }).waitFor()
  },
  'a photo without lights': async (page) => {
    await openFirst(page)
    await press(page, 'l')
    await button(page, 'Back').waitFor({ state: 'detached' })
  },
  'a photo alone on the screen': async (page) => {
    await openFirst(page)
    await press(page, 'f')
    await button(page, 'Back').waitFor({ state: 'detached' })
    await photoView(page).getByText('Pick', { exact: false }).first().waitFor()
  },
  'two photos side by side': async (page) => {
    await firstPhoto(page).click()
    await press(page, 'c')
    await panes(page).nth(1).waitFor()
  },
  'four photos side by side': async (page) => {
    await firstPhoto(page).click()
    await press(page, 'Shift+C')
    await panes(page).nth(3).waitFor()
  },
  'a survey': async (page) => {
    await selectAll(page)
    await press(page, 'n')
    await panes(page).nth(5).waitFor()
  },
  'similar photos': async (page) => {
    await choose(page, 'Find similar by colours')
    await page.getByRole('grid', { name: 'Similar photos' }).getByRole('gridcell').first().waitFor()
  },
  'similar photos in a list': async (page) => {
    await layout(page, 'List')
    await choose(page, 'Find similar by colours')
    await page.getByRole('columnheader', { name: 'Likeness' }).waitFor()
  },
  'a search by likeness': async (page) => {
    await layout(page, 'Justified')
    await choose(page, 'In this search', 'Only what is alike')
    await button(page, 'Remove filter Like this photo').waitFor()
  },
  'the map': async (page) => {
    await sideBarEntry(page, /^Map/).click()
    await region(page, 'Map')
      .getByRole('button', { name: /photos/ })
      .first()
      .waitFor()
  },
  'the map without a photo': async (page) => {
    await searchBox(page).fill('name:sea')
    await press(page, 'Enter')
    await sideBarEntry(page, /^Map/).click()
    await page.getByText('No photo here has a position').waitFor()
  },
  'learned tags': openLearned,
  duplicates: async (page) => {
    await sideBarEntry(page, /^Duplicates/).click()
    await region(page, 'Duplicates').getByRole('article').first().waitFor()
  },
  'the duplicates that go': async (page) => {
    await sideBarEntry(page, /^Duplicates/).click()
    const group = region(page, 'Duplicates').getByRole('article').first()
    await group.getByRole('checkbox').check()
    await button(page, /^Trash the others of/).click()
    await page.getByRole('dialog').getByRole('row').first().waitFor()
  },
  'an export': openExport,
  'an export of contact sheets': async (page) => {
    await openExport(page)
    await page.getByRole('radio', { name: 'Contact sheet' }).or(button(page, 'Contact sheet')).first().click()
    await page.getByRole('region', { name: 'Pages' }).waitFor()
  },
  'the crops of an export': async (page) => {
    await openExport(page)
    await button(page, 'Photos and crops')
      .or(page.getByRole('radio', { name: 'Photos and crops' }))
      .first()
      .click()
    await page.getByRole('checkbox', { name: /^Square/ }).setChecked(true)
    await button(page, 'Review crops…').click()
    await page.getByRole('grid', { name: 'Crops' }).getByRole('gridcell').first().waitFor()
  },
  'the publish folders': async (page) => {
    await button(page, /^Activity/).click()
    await button(page, 'Publish folders…').click()
    await dialog(page, 'Publish folders').waitFor()
  },
  people: async (page) => {
    await sideBarEntry(page, /^People/).click()
    await page.getByText('Who is on your photos?').waitFor()
  },
  'a card': async (page) => {
    await button(page, 'Import from a card…').click()
    await dialog(page, 'Import from a card').getByRole('combobox', { name: 'Path of the card' }).waitFor()
  },
  'an import': async (page) => {
    await openSettings(page, 'Import and export')
    await button(page, 'Import…').click()
    await dialog(page, 'Import from another program').waitFor()
  },
  'an export of the library': async (page) => {
    await openSettings(page, 'Import and export')
    await button(page, 'Export…').click()
    await dialog(page, 'Export the library').waitFor()
  },
  'a text-image pair from an address': async (page) => {
    await openSettings(page, 'Models')
    await button(page, 'Install from an address…').click()
    await dialog(page, 'Settings').getByLabel('Its SHA-256, 64 digits').scrollIntoViewIfNeeded()
  },
}

/** The most used screens, which are checked in windows of every size. */
export const mainScreens: ReadonlySet<string> = new Set([
  'the library',
  'one photo selected',
  'a list with columns',
  'the filters',
  'the history',
  'a photo',
  'the faces of a photo',
  'two photos side by side',
  'a survey',
  'similar photos',
  'the map',
  'duplicates',
])

/** Screens that show photos, with all their pixels on a sharp screen. */
export const sharpScreens: ReadonlySet<string> = new Set([
  'the library',
  'one photo selected',
  'a photo',
  'two photos side by side',
  'four photos side by side',
  'a survey',
  'similar photos',
  'the map',
  'duplicates',
  'the export of crops',
])

/** The sections of the settings. */
export const settingsTabs = [
  'General',
  'Keys',
  'Hidden photos',
  'Map',
  'Folders',
  'Metadata',
  'Import and export',
  'Backups',
  'Analysis engine',
  'Learned tags',
  'People',
  'Models',
  'Privacy',
]
