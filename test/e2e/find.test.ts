/** @module-tag night */

import { mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { addFolder, chooseLine, sideBarEntry, takeShot, waitForCount } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** Searching, filters, saved searches and the state of panels, in a real browser. The tests depend on each other. */

const YEARS = [2022, 2022, 2023, 2024, 2024, 2024]
/** One more photo has no date. */
const COUNT = YEARS.length + 1
let base: string
let app: RunningApp
let page: Page

const box = () => page.getByRole('combobox', { name: 'Search photos' })
const chip = (name: string) => page.getByRole('button', { name: `Remove filter ${name}`, exact: true })
const panel = () => page.getByRole('complementary', { name: 'Filters' })
const inPanel = (name: string | RegExp) => panel().getByRole('button', { name })
const saved = () => page.getByRole('region', { name: 'Albums' })
const savedSearch = (name: string) => saved().getByRole('treeitem', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const shot = (name: string) => takeShot(page, `find-${name}`)

const search = async (text: string) => {
  await box().fill(text)
  await page.keyboard.press('Enter')
}
const choose = async (name: string, action: RegExp) => {
  await savedSearch(name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: action }).click()
}

/** The address as opened, without a search. */
let home: string
const folder = (name: RegExp) => page.getByRole('treeitem', { name })
const query = () => new URLSearchParams(page.url().split('#')[1]?.split('?')[1] ?? '').get('q') ?? ''
const similarTiles = () => page.getByRole('grid', { name: 'Similar photos' }).getByRole('gridcell')

/** Drops a file on the window, or pastes it. */
async function give(way: 'drop' | 'paste', name: string, bytes: Buffer): Promise<void> {
  await page.evaluate(
    ({ how, called, base64 }) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], called))
      const options = { bubbles: true, cancelable: true }
      if (how === 'drop') document.body.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }))
      else document.body.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
    },
    { how: way, called: name, base64: bytes.toString('base64') },
  )
}

async function drawLibrary(folder: string): Promise<void> {
  for (const name of ['Rome', 'Oslo']) mkdirSync(join(folder, name), { recursive: true })
  const draw = async (seed: number) => sharp(await drawPicture({ seed, width: 640, height: 480 }))
  for (const [index, year] of YEARS.entries()) {
    const taken = {
      IFD0: { Make: 'Nikon', Model: 'NIKON D850' },
      IFD2: { DateTimeOriginal: `${year}:06:0${index + 1} 10:00:00` },
    }
    const path = join(folder, index % 2 ? 'Rome' : 'Oslo', `picture ${index}.jpg`)
    await (await draw(index + 1)).withExif(taken).jpeg().toFile(path)
  }
  await (await draw(99)).jpeg().toFile(join(folder, 'no date.jpg'))
}

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  await drawLibrary(join(base, 'photos'))
  app = await startApp({ dataDir: join(base, 'data'), roots: [base], analyses: true })
  page = app.page
  home = page.url()
  await addFolder(page, join(base, 'photos'))
  await sideBarEntry(page, /All photos/).waitFor()
  await waitForCount(page, COUNT)
})
beforeEach(async () => {
  await sideBarEntry(page, /All photos/).click()
  await waitForCount(page, COUNT)
})
afterEach(() => expect(app.problems.splice(0)).toEqual([]))
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

describe('searching and filtering', () => {
  test('a filter is in the address, survives a reload and works in another window', async () => {
    await page.getByRole('button', { name: 'Filters' }).click()
    await inPanel(/^2024/).click()
    await waitForCount(page, 3)
    expect(query()).toBe('date:2024')
    await page.reload()
    await chip('2024').waitFor()
    await waitForCount(page, 3)
    // Like a link opened in another window, which gets a copy of the tab's storage, the token included.
    const opened = page.context().waitForEvent('page')
    await page.evaluate(() => window.open(location.href))
    const other = await opened
    await other.getByRole('button', { name: 'Remove filter 2024' }).waitFor()
    await other.close()
    // As after a restart: the bare address shows the last search.
    await page.goto('about:blank')
    await page.goto(home)
    await chip('2024').waitFor()
    await waitForCount(page, 3)
  })

  test('Back undoes one step, and Forward redoes it', async () => {
    await inPanel(/^2024/).click()
    await chip('2024').waitFor()
    await inPanel(/^2022/).click()
    await chip('2024 or 2022').waitFor()
    await waitForCount(page, 5)
    await page.goBack()
    await chip('2024').waitFor()
    await waitForCount(page, 3)
    await page.goBack()
    await waitForCount(page, COUNT)
    await page.goForward()
    await waitForCount(page, 3)
  })

  test('photos stay where they are while a search is typed, and until the button over them is released', async () => {
    const grid = page.getByRole('grid', { name: 'Photos', exact: true })
    const top = () => grid.evaluate((element) => element.getBoundingClientRect().top)
    const before = await top()
    const pictures = grid.getByRole('gridcell', { name: /^picture/ })
    await box().pressSequentially('picture')
    await chip('picture').waitFor()
    await waitForCount(page, YEARS.length)
    await expect.poll(() => top()).toBe(before)
    await pictures.first().hover()
    await page.mouse.down()
    await expect.poll(() => box().evaluate((field) => field === document.activeElement)).toBe(false)
    await expect.poll(() => top()).toBe(before)
    await page.mouse.up()
    await expect.poll(() => pictures.first().getAttribute('aria-selected')).toBe('true')
    await expect.poll(() => top()).toBeGreaterThan(before)
    // The filters and the progress of a choice share a line.
    await page.keyboard.press('p')
    const progress = page.getByRole('complementary', { name: 'Progress of the choice' })
    await progress.waitFor()
    const middleOf = (element: Locator) =>
      element.evaluate((each) => each.getBoundingClientRect().top + each.getBoundingClientRect().height / 2)
    await expect
      .poll(async () => Math.abs((await middleOf(progress)) - (await middleOf(chip('picture')))))
      .toBeLessThan(4)
    const edgeOf = (element: Locator, edge: 'top' | 'bottom') =>
      element.evaluate((each, side) => each.getBoundingClientRect()[side], edge)
    const track = progress.getByRole('progressbar')
    await expect
      .poll(async () => (await edgeOf(chip('picture'), 'top')) - (await edgeOf(track, 'bottom')))
      .toBeGreaterThan(0)
    await page.keyboard.press('Control+z')
    await progress.waitFor({ state: 'detached' })
  })

  test('a folder replaces the shown view, and stays when it is clicked again', async () => {
    await page.evaluate(() => (location.hash = '#/?q=is:rated'))
    await page.getByText('No photos match').waitFor()
    await folder(/^Rome/).click()
    await waitForCount(page, 3)
    expect(query()).toBe('')
    await folder(/^Rome/).click()
    await waitForCount(page, 3)
    await chip('Rome').waitFor()
  })

  test('a search is kept when a folder is chosen', async () => {
    await inPanel(/^2024/).click()
    await waitForCount(page, 3)
    await folder(/^Rome/).click()
    await chip('2024').waitFor()
    await waitForCount(page, 2)
  })

  test('sections and values keep their places, and counts agree with the list', async () => {
    const titles = () => panel().getByRole('heading', { level: 3 }).allInnerTexts()
    const before = await titles()
    expect(before.length).toBeGreaterThan(5)
    await inPanel(/^2022/).click()
    await waitForCount(page, 2)
    await expect.poll(() => titles()).toEqual(before)
    await expect.poll(() => inPanel(/^NIKON D850/i).innerText()).toMatch(/2$/)
    await expect.poll(() => inPanel(/^2024/).innerText()).toMatch(/3$/)
    await shot('panel')
  })

  test('the panel is beside the photos without covering them, and its edge moves', async () => {
    const right = async () => (await panel().boundingBox())!.x + (await panel().boundingBox())!.width
    const grid = page.getByRole('grid', { name: 'Photos', exact: true })
    expect((await grid.boundingBox())!.x).toBeGreaterThanOrEqual((await right()) - 1)
    // In a usual window the photos would give up no more room.
    const usual = page.viewportSize()!
    await page.setViewportSize({ ...usual, width: 1920 })
    await page.waitForFunction(() => innerWidth === 1920)
    let before = await right()
    // The side bar may get back room that it gave to the filters.
    await expect
      .poll(async () => {
        const last = before
        await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))))
        before = await right()
        return before === last
      })
      .toBe(true)
    await page.getByRole('separator', { name: 'Width of the filters' }).press('ArrowRight')
    await expect.poll(right).toBe(before + 16)
    expect((await grid.boundingBox())!.x).toBeGreaterThanOrEqual((await right()) - 1)
    await page.setViewportSize(usual)
  })

  test('fields and values are completed by keyboard alone', async () => {
    await box().focus()
    await page.keyboard.type('cam')
    await page.getByRole('option', { name: /^camera:/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: /D850/i }).waitFor()
    await shot('completion')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => box().inputValue()).toMatch(/^camera:".*D850" ?$/i)
    await waitForCount(page, YEARS.length)
    await page.keyboard.type('-date:2024')
    await chip('not 2024').waitFor()
    await waitForCount(page, 3)
    await shot('chips')
  })

  test('unknown terms are named with what was probably meant, and stay in the box', async () => {
    await box().fill('lenz:24')
    await page.getByText('There is no field “lenz”').waitFor()
    await expect.poll(() => box().inputValue()).toBe('lenz:24')
    await shot('problem')
    await page.getByRole('button', { name: 'Did you mean lens:?' }).click()
    await expect.poll(() => box().inputValue()).toBe('lens:24')
    await expect.poll(() => page.getByText('There is no field').count()).toBe(0)
  })

  test('the panel closes, and all photos are shown again', async () => {
    await page.getByRole('button', { name: 'Close the filters' }).click()
    await panel().waitFor({ state: 'detached' })
  })
})

test('a search is saved from the box, opened, and kept over a reload', async () => {
  await search('date:2024')
  await waitForCount(page, 3)
  await page.getByRole('search').getByRole('button', { name: 'Save this search' }).click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('This year')
  await shot('name')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'detached' })
  await savedSearch('This year').waitFor()
  await sideBarEntry(page, /All photos/).click()
  await waitForCount(page, COUNT)
  await page.reload()
  await savedSearch('This year').click()
  await chip('2024').waitFor()
  await waitForCount(page, 3)
  await expect.poll(() => savedSearch('This year').getAttribute('aria-selected')).toBe('true')
  await shot('saved')
})

test('words that form a date together are one chip, and are removed together', async () => {
  await box().fill('picture june 2024') // Enter would write the date as a field
  await box().blur()
  await waitForCount(page, 3)
  await chip('june 2024').click()
  await waitForCount(page, COUNT - 1)
  await chip('picture').waitFor()
  await expect.poll(() => box().inputValue()).toBe('picture')
})

test('a folder and an order belong to a saved search, which a key names', async () => {
  await page.getByRole('tree', { name: 'Folders' }).getByRole('treeitem', { name: /^Rome/ }).click()
  await waitForCount(page, 3)
  await page.getByRole('button', { name: /^Sort by/ }).click()
  await page.getByRole('menuitemradio', { name: 'Name' }).click()
  await page.getByRole('button', { name: 'Sort by Name, descending' }).waitFor()
  await page.keyboard.press('Control+Shift+S')
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Rome by name')
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await savedSearch('This year').click()
  await waitForCount(page, 3)
  await page.getByRole('button', { name: 'Sort by Date taken, descending' }).waitFor()
  await savedSearch('Rome by name').click()
  await chip('Rome').waitFor()
  await page.getByRole('button', { name: 'Sort by Name, descending' }).waitFor()
})

test('a saved search is renamed, replaced and deleted, and Undo restores it', async () => {
  await savedSearch('This year').click()
  await chip('2024').waitFor()
  await choose('This year', /Rename/)
  await saved().getByRole('textbox', { name: 'Name of the album' }).fill('Year 2024')
  await page.keyboard.press('Enter')
  await savedSearch('Year 2024').waitFor()
  await search('date:2022')
  await waitForCount(page, 2)
  await choose('Year 2024', /Replace/)
  await page.getByText('Saved the search “Year 2024”').waitFor()
  await choose('Year 2024', /^Remove/)
  await savedSearch('Year 2024').waitFor({ state: 'detached' })
  const notice = page.getByRole('status').filter({ hasText: 'Removed the saved search “Year 2024”' })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await savedSearch('Year 2024').click()
  await chip('2022').waitFor()
  await waitForCount(page, 2)
})

test('private and undated photos are filters of the panel and words of the language', async () => {
  await page.getByRole('gridcell', { name: /^picture 0/ }).click()
  await page.keyboard.press('Shift+H')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await inPanel(/^Private ?1$/).click()
  await waitForCount(page, 1)
  await chip('Private').waitFor()
  await expect.poll(() => box().inputValue()).toBe('is:private')
  await inPanel(/^Private ?1$/).click()
  await waitForCount(page, COUNT)
  await inPanel(/^Without a date ?1$/).click()
  await waitForCount(page, 1)
  await page.getByRole('gridcell', { name: /^no date/ }).waitFor()
  await shot('states')
  await box().fill('is:pri')
  await page.getByRole('option', { name: /^private/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
})

test('client mode shows no word of private photos, nor of a search for them', async () => {
  await search('is:private')
  await waitForCount(page, 1)
  await page.keyboard.press('Control+Shift+S')
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Not for clients')
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await savedSearch('Not for clients').waitFor()
  await page.keyboard.press('F9')
  await savedSearch('Not for clients').waitFor({ state: 'detached' })
  await page.getByText('No photos match').waitFor()
  await expect.poll(() => inPanel(/^Private/).count()).toBe(0)
  await page.keyboard.press('F9')
  await savedSearch('Not for clients').waitFor()
  await waitForCount(page, 1)
})

test('panels and sections stay open or closed over a reload', async () => {
  const information = () => page.getByRole('complementary', { name: 'Information' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await inPanel('Lens').waitFor({ state: 'detached' })
  await inPanel('Date taken').click()
  await panel().getByLabel('Taken from').waitFor({ state: 'detached' })
  await information().waitFor()
  await shot('wide')
  await page.getByRole('button', { name: 'Information', exact: true }).click()
  await information().waitFor({ state: 'detached' })
  await page.reload()
  await inPanel('Date taken').waitFor()
  await expect.poll(() => inPanel('Date taken').getAttribute('aria-expanded')).toBe('false')
  await expect.poll(() => information().count()).toBe(0)
  await inPanel('Date taken').click()
  await panel().getByLabel('Taken from').waitFor()
  await page.getByRole('button', { name: 'Information', exact: true }).click()
  await information().waitFor()
})

test('similar photos combine with the search, by words, even for several photos', async () => {
  await page.getByRole('gridcell', { name: /^picture 0/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Find similar by colours' }).click()
  await similarTiles().first().waitFor()
  await expect.poll(() => similarTiles().count()).toBe(COUNT - 1)
  await shot('similar')
  await search('date:2024')
  await expect.poll(() => similarTiles().count()).toBe(3)
  await chip('2024').click()
  await expect.poll(() => similarTiles().count()).toBe(COUNT - 1)
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  await page.getByRole('gridcell', { name: /^picture 0/ }).click()
  await page.getByRole('gridcell', { name: /^picture 1/ }).click({ modifiers: ['Control'] })
  await page.keyboard.press('s')
  await page.getByRole('heading', { name: 'Similar to any of 2 photos' }).waitFor()
  await expect.poll(() => similarTiles().count()).toBe(COUNT - 2)
})

test('in a list, similar photos show in words how similar they are, matching the headings above', async () => {
  const layout = async (name: string) => {
    await page.getByRole('button', { name: 'Grid', exact: true }).click()
    await page.getByRole('menuitemradio', { name }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  const list = page.getByRole('grid', { name: 'Similar photos' })
  /** For each photo, from top to bottom: its heading, and its own words. */
  const words = () =>
    list.evaluate((grid) => {
      const top = (element: Element) => element.getBoundingClientRect().top
      const all = [...grid.querySelectorAll('h2, [data-photo]')].sort((a, b) => top(a) - top(b))
      let heading = ''
      return all.flatMap((element) => {
        if (element.localName === 'h2') heading = element.textContent
        const cells = [...element.querySelectorAll('[role=gridcell]')]
        return cells.length > 0 ? [{ heading, own: cells[1]!.textContent }] : []
      })
    })
  await page.getByRole('gridcell', { name: /^picture 0/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Find similar by colours' }).click()
  await page.getByRole('heading', { name: 'Similar to picture 0.jpg' }).waitFor()
  await layout('List')
  await list.getByRole('columnheader', { name: 'Likeness' }).waitFor()
  await expect.poll(async () => (await words()).length).toBe(COUNT - 1)
  for (const { heading, own } of await words())
    expect([own, own]).toEqual([heading, expect.stringMatching(/like|same/)])
  await shot('similar-list')
  await layout('Justified')
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  await page.getByRole('grid', { name: 'Photos', exact: true }).waitFor()
})

test('a photo is a part of the search, with its picture, and can be excluded by it', async () => {
  await page.getByRole('gridcell', { name: /^picture 0/ }).click({ button: 'right' })
  await chooseLine(page, 'In this search', 'Without what is alike')
  await chip('not like this photo').waitFor()
  await page.getByRole('gridcell', { name: /^picture 0/ }).waitFor({ state: 'detached' })
  await chip('not like this photo').locator('img').waitFor()
  await shot('like')
  await box().fill((await box().inputValue()).replace('-like', 'like'))
  await page.keyboard.press('Enter')
  await chip('Like this photo').waitFor()
  await page.getByRole('gridcell', { name: /^picture 0/ }).waitFor()
})

test('while a picture is dragged over the window, a text explains what dropping it does', async () => {
  const drag = (type: 'dragover' | 'dragleave', kind: string) =>
    page.evaluate(
      ([event, mime]) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['x'], 'x', { type: mime! }))
        document.body.dispatchEvent(new DragEvent(event!, { bubbles: true, cancelable: true, dataTransfer }))
      },
      [type, kind],
    )
  const words = page.getByText('Show photos like this one')
  await drag('dragover', 'image/jpeg')
  await words.waitFor()
  await shot('dragged')
  await drag('dragleave', 'image/jpeg')
  await words.waitFor({ state: 'detached' })
  await drag('dragover', 'image/jpeg')
  await words.waitFor()
  await drag('dragover', 'text/plain')
  await words.waitFor({ state: 'detached' })
})

test('a dropped or pasted picture shows similar photos, and an invalid one gives the reason', async () => {
  await give('drop', 'picture 3.jpg', readFileSync(join(base, 'photos', 'Rome', 'picture 3.jpg')))
  await page.getByRole('heading', { name: 'Similar to picture 3.jpg' }).waitFor()
  await page.getByRole('rowheader', { name: /^The same picture/ }).waitFor()
  await expect.poll(() => similarTiles().first().getAttribute('aria-label')).toMatch(/^picture 3/)
  await shot('dropped')
  await search('date:2022')
  await expect.poll(() => similarTiles().count()).toBe(2)
  await chip('2022').click()
  await give('paste', 'picture 5.jpg', readFileSync(join(base, 'photos', 'Rome', 'picture 5.jpg')))
  await page.getByRole('heading', { name: 'Similar to picture 5.jpg' }).waitFor()
  await give('drop', 'letter.jpg', Buffer.from('Dear reader'))
  await page.getByText('letter.jpg cannot be compared').waitFor()
  await page.getByRole('button', { name: 'Close notice' }).first().click()
})

test('a rectangle drawn on a photo shows photos similar to its content', async () => {
  await page.getByRole('gridcell', { name: /^picture 2/ }).dblclick()
  await page.getByRole('region', { name: 'Photo', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Find similar to a part: draw it' }).click()
  const area = page.getByRole('img', { name: 'Draw a rectangle around what to look for' })
  await area.waitFor()
  const { x, y, width, height } = (await area.boundingBox())!
  await page.mouse.move(x + width * 0.2, y + height * 0.2)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.7, y + height * 0.7, { steps: 4 })
  await shot('part')
  await page.mouse.up()
  await page.getByRole('heading', { name: /^Similar to a part of picture 2/ }).waitFor()
  await similarTiles().first().waitFor()
  await shot('part-found')
})

test('colours come from a picture, with their weights, and write the search', async () => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), inPanel('From a picture').click()])
  await chooser.setFiles(join(base, 'photos', 'Rome', 'picture 1.jpg'))
  await expect.poll(() => box().inputValue()).toMatch(/^color:#[0-9a-f]{6}\*[\d.]+/)
  await panel()
    .getByRole('img', { name: /^Weights: ./ })
    .waitFor()
  await page.getByRole('gridcell', { name: /^picture 1/ }).waitFor()
  const before = await box().inputValue()
  const slider = panel()
    .getByRole('slider', { name: /^Least share/ })
    .first()
  await slider.focus()
  await page.keyboard.press('End')
  await expect.poll(() => box().inputValue()).toMatch(/\*60/)
  await expect.poll(() => box().inputValue()).not.toBe(before)
  await shot('colors')
})

test('colours are drawn, each weighted by its share of the sketch', async () => {
  const brush = (color: string) => panel().getByRole('button', { name: `Brush ${color}`, exact: true })
  await inPanel('Draw').click()
  await brush('blue').click()
  const sketch = panel().getByRole('img', { name: 'Sketch' })
  await sketch.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await sketch.boundingBox())!
  await sketch.hover({ position: { x: width * 0.2, y: height * 0.3 } })
  await page.mouse.down()
  await page.mouse.move(x + width * 0.8, y + height * 0.3, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => box().inputValue()).toMatch(/^color:#2f63c4(\*[\d.]+)?$/)
  await brush('green').click()
  // New counts may have moved the panel's sections.
  await sketch.click({ position: { x: width * 0.5, y: height * 0.8 } })
  await expect.poll(() => box().inputValue()).toMatch(/^color:#2f63c4\S*\+#3f8f46/)
  await shot('sketch')
  await inPanel('Clear sketch').click()
  await expect.poll(() => box().inputValue()).toBe('')
  await inPanel('Draw').click()
})

test('the search box has space between two panels; tags that merely do not match are not called missing', async () => {
  await expect.poll(async () => (await box().boundingBox())!.width).toBeGreaterThan(400)
  await search('is:missing')
  await page.getByText('No photos match').waitFor()
  await panel().getByText('No tags on what is shown').waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
})
