import { say } from '../../../src-main/contract/sentences/say.ts'
import { afterEach, expect, test } from 'vitest'
import type { DuplicateGroup } from '../../../src-main/contract/library/duplicates.ts'
import { duplicatePhoto } from '../fake-duplicates.ts'
import { fakePhoto, fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const group = (first: number, second: number): DuplicateGroup => ({
  kind: 'equal',
  photos: [
    duplicatePhoto(fakePhoto(first, { name: `p${first}.jpg`, rating: 2 })),
    duplicatePhoto(fakePhoto(second, { name: `p${second}.jpg`, rating: 5 })),
  ],
  keepId: first,
  reasons: [say('duplicates.pixels')],
  notes: [],
})

async function openView(duplicates: DuplicateGroup[]) {
  open = await mountApp({ photos: fakePhotos(4), duplicates }, '/duplicates')
  const { library } = open
  const inputsOf = (name: string) => library.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...open, inputsOf }
}

test('two ratings are a question in the list of files; the higher one is preselected', async () => {
  const { byRole, inputsOf } = await openView([group(1, 2)])
  await until(() => byRole('button', /^Keep this, trash the other/), 'the group')
  byRole('button', /^Keep this, trash the other/).click()
  await until(() => byRole('dialog', /.*/), 'the list')
  const dialog = byRole('dialog', /.*/)
  expect(dialog.textContent).toContain('First give ratings, tags and texts')
  const select = dialog.querySelector('select')!
  expect(select.value).toBe('5')
  expect(inputsOf('duplicates.trash')).toEqual([])
  select.selectedIndex = 0
  select.dispatchEvent(new Event('change'))
  byRole('button', /^Move 1 file to the trash/).click()
  await until(() => inputsOf('duplicates.trash').length > 0, 'the call')
  expect(inputsOf('duplicates.plan')).toEqual([{ choices: [{ keepId: 1, ids: [2] }] }])
  expect(inputsOf('duplicates.trash')).toEqual([
    { planId: 'plan', merges: true, chosen: [{ keepId: 1, field: 'rating', value: 2 }] },
  ])
  await until(() => document.body.textContent?.includes('No duplicates'), 'the empty list')
})

test('the person can choose another photo to keep', async () => {
  const { byRole, inputsOf } = await openView([group(1, 2), group(3, 4)])
  const choice = () => [...document.querySelectorAll('label')].find((each) => each.textContent?.includes('p4.jpg'))
  await until(choice, 'the second group')
  choice()!.querySelector('input')!.click()
  const articles = [...document.querySelectorAll('article')]
  await until(() => articles[1]?.textContent?.includes('Chosen by you'), 'the choice')
  ;[...articles[1]!.querySelectorAll('button')].find((each) => each.textContent?.includes('Keep this'))!.click()
  await until(() => byRole('dialog', /.*/), 'the list')
  expect(inputsOf('duplicates.plan')).toEqual([{ choices: [{ keepId: 4, ids: [3] }] }])
})

test('photos marked as no duplicates leave the list', async () => {
  const { inputsOf } = await openView([group(1, 2), group(3, 4)])
  await until(() => document.querySelectorAll('article').length === 2, 'the groups')
  const first = [...document.querySelectorAll('article')][0]!
  ;[...first.querySelectorAll('button')].find((each) => each.textContent === 'Not duplicates')!.click()
  await until(() => document.querySelectorAll('article').length === 1, 'the other group')
  expect(inputsOf('duplicates.dismiss')).toEqual([{ ids: [1, 2] }])
})
