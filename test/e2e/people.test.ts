/** Faces are grouped, named, confirmed, merged, split and deleted. The tests depend on each other. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { nameOfFace, writeFacePhotos, type FacePhoto } from '../fixtures/face-photos.ts'
import { addFolder, backToLibrary, openSettings, sideBarEntry, waitForCount } from './library-page.ts'
import { ScreenWindow } from './screen-window.ts'

/** Faces are grouped, named, confirmed, merged and split, and forgotten. The tests follow on each other. */

const man: FacePhoto[] = [{ of: 'man' }, { of: 'man', variant: 'small' }]
const woman: FacePhoto[] = [{ of: 'woman' }, { of: 'woman', variant: 'mirrored' }, { of: 'woman', variant: 'small' }]
const strangers: FacePhoto[] = [{ of: 'stranger' }, { of: 'stranger', variant: 'mirrored' }]
const first = [...man, ...woman, ...strangers]
/** Added once the others have names; ordered by similarity. */
const later: FacePhoto[] = [{ of: 'man', variant: 'mirrored' }, { of: 'woman', variant: 'bright' }, { of: 'elsewhere' }]

let view: ScreenWindow
const people = () => view.page.getByRole('region', { name: 'People', exact: true })
const openPeople = async () => {
  await sideBarEntry(view.page, /^People/).click()
  await people().waitFor()
}
const status = () => people().getByRole('status').first()
const groups = () => people().getByRole('listitem', { name: /^Group of/ })
const groupWith = (photo: FacePhoto) =>
  groups().filter({ has: view.page.getByRole('button', { name: `Open ${nameOfFace(photo)}`, exact: true }) })
const person = (name: string, photos: number) =>
  people().getByRole('button', { name: new RegExp(`^${name} ${photos} photos?$`) })
const suggestions = () => people().getByRole('region', { name: 'Suggestions' })
const isAsked = (photo: FacePhoto) => suggestions().getByText(nameOfFace(photo), { exact: true }).waitFor()
const choose = async (name: string, line: string) => {
  await people()
    .getByRole('button', { name: `What to do with ${name}` })
    .click()
  await view.page
    .getByRole('menuitem', { name: line })
    .or(view.page.getByRole('menuitemcheckbox', { name: line }))
    .click()
  await view.page.getByRole('menu').waitFor({ state: 'detached' })
}
const undo = async (sentence: string) => {
  const notice = view.page.getByRole('status').filter({ hasText: sentence })
  await notice.getByRole('button', { name: 'Undo' }).click()
}
const vectorFile = () => join(view.base, 'data', 'library', 'faces.db')

beforeAll(async () => {
  view = await ScreenWindow.open({ write: (folder) => writeFacePhotos(folder, first) })
  await addFolder(view.page, view.folder)
  await waitForCount(view.page, first.length)
})
afterEach(() => view.expectNoProblems())
afterAll(() => view?.close())

test('nobody is recognised before the person wants it', async () => {
  await openPeople()
  await people().getByText('Who is on your photos?').waitFor()
  expect(existsSync(vectorFile())).toBe(false)
  await view.expectNothing('people off')
  await people().getByRole('button', { name: 'Recognise people' }).click()
  await expect.poll(() => status().innerText(), { timeout: 120_000 }).toBe('0 people, 3 groups without a name')
  expect(existsSync(vectorFile())).toBe(true)
  await view.expectNothing('people groups')
})

test('a group gets a name once', async () => {
  await groupWith(man[0]!).getByRole('combobox', { name: 'Name for this group' }).fill('Max')
  await view.page.keyboard.press('Enter')
  await person('Max', man.length).waitFor()
  await groupWith(woman[0]!).getByRole('combobox', { name: 'Name for this group' }).fill('Ada')
  await view.page.keyboard.press('Enter')
  await person('Ada', woman.length).waitFor()
  await expect.poll(() => groups().count()).toBe(1)
})

test('faces of later photos are suggested, and answered by key; a no is remembered', async () => {
  await writeFacePhotos(view.folder, later)
  await expect.poll(() => suggestions().getByText(`1 of ${later.length}`).count(), { timeout: 120_000 }).toBe(1)
  await isAsked(later[0]!)
  await suggestions().getByRole('heading', { name: 'Is this Max?' }).waitFor()
  await view.expectNothing('people suggestions')
  await view.page.keyboard.press('y')
  await person('Max', man.length + 1).waitFor()
  await isAsked(later[1]!)
  await suggestions().getByRole('heading', { name: 'Is this Ada?' }).waitFor()
  await view.page.keyboard.press('ArrowRight')
  await isAsked(later[2]!)
  await view.page.keyboard.press('n')
  await isAsked(later[1]!)
  await groupWith(later[2]!).waitFor()
  await person('Max', man.length + 1).waitFor()
})

test('faces of a person never to be suggested are not, until an undo', async () => {
  await choose('Ada', 'Never suggest')
  await suggestions().waitFor({ state: 'detached' })
  await people().getByRole('img', { name: 'Never suggested' }).waitFor()
  await undo('“Ada” is never suggested')
  await isAsked(later[1]!)
})

test('an ignored face waits where it can be taken up again', async () => {
  await view.page.keyboard.press('x')
  await suggestions().waitFor({ state: 'detached' })
  await people().getByRole('button', { name: 'Faces left alone' }).click()
  const face = people().getByRole('button', { name: `Choose the face on ${nameOfFace(later[1]!)}` })
  await face.click()
  await view.expectNothing('people left alone')
  await people().getByRole('button', { name: 'Heed again' }).click()
  await face.waitFor({ state: 'detached' })
  await people().getByRole('button', { name: 'All people' }).click()
  await isAsked(later[1]!)
})

test('two are merged, and someone else’s faces are split off again', async () => {
  await choose('Max', 'Merge with…')
  const dialog = view.page.getByRole('dialog', { name: 'Merge Max with' })
  await dialog.getByRole('combobox', { name: 'Name' }).fill('Ada')
  await view.expectNothing('people merge')
  await view.page.keyboard.press('Escape') // closes the suggested names
  await dialog.getByRole('button', { name: 'Merge' }).click()
  const [his, hers] = [man.length + 1, woman.length]
  await person('Ada', his + hers).click()
  for (const photo of [...man, later[0]!])
    await people()
      .getByRole('button', { name: `Choose the face on ${nameOfFace(photo)}`, exact: true })
      .click()
  await people().getByText(`${his} faces chosen`).waitFor()
  await view.expectNothing('people person')
  await people().getByRole('combobox', { name: 'Name of the chosen faces' }).fill('Max')
  await view.page.keyboard.press('Enter')
  await expect
    .poll(() =>
      people()
        .getByRole('button', { name: /^Choose the face on/ })
        .count(),
    )
    .toBe(hers)
  await people().getByRole('button', { name: 'All people' }).click()
  await person('Max', his).waitFor()
  await person('Ada', hers).waitFor()
})

test('photos of a person are found, and become private with them', async () => {
  await choose('Max', 'Photos are private')
  await people().getByRole('img', { name: 'Private' }).waitFor()
  await choose('Max', 'Show photos')
  await people().waitFor({ state: 'detached' })
  await waitForCount(view.page, man.length + 1)
  const box = view.page.getByRole('combobox', { name: 'Search photos' })
  await box.fill('is:private')
  await view.page.keyboard.press('Enter')
  await waitForCount(view.page, man.length + 1)
  await box.fill('person:ada is:private')
  await view.page.keyboard.press('Enter')
  await waitForCount(view.page, 0)
})

test('switching off deletes all face data, and names stay', async () => {
  await backToLibrary(view.page)
  await openSettings(view.page, 'People')
  const settings = view.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByText(`${first.length + later.length} faces can be compared`).waitFor()
  await view.expectNothing('settings people')
  await settings.getByRole('group', { name: 'Recognise people' }).getByText('Off').click()
  const question = view.page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Stop and delete' }).click()
  await expect.poll(() => existsSync(vectorFile())).toBe(false)
  await backToLibrary(view.page)
  await openPeople()
  await people().getByText('Who is on your photos?').waitFor()
  await person('Max', man.length + 1).waitFor()
  await expect.poll(() => groups().count()).toBe(0)
})
