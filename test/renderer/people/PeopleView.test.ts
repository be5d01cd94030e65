import { afterEach, expect, test } from 'vitest'
import { type FakeFace, fakeFace, fakePeople } from '../fake-people.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'
import { useActivities } from '../../../src-renderer/activity/use-activities.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

async function openView(faces: FakeFace[], isOn = true) {
  open = await mountApp({ photos: fakePhotos(8), people: { ...fakePeople(), isOn, faces } }, '/people')
  const { library } = open
  const inputsOf = (name: string) => library.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...open, inputsOf }
}
const text = () => document.body.textContent ?? ''
const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
const suggestion = { name: 'Anna', score: 71 }

test('it explains recognition, and begins once the person wants it', async () => {
  const { byRole, inputsOf } = await openView([fakeFace(1)], false)
  await until(() => text().includes('Who is on your photos?'), 'the explanation')
  expect(text()).toContain('a hint, never a proof')
  byRole('button', /^Recognise people$/).click()
  await until(() => text().includes('1 group without a name'), 'the group')
  expect(inputsOf('people.setOn')).toEqual([{ isOn: true }])
})

test('suggestions are answered by key, one after the other', async () => {
  const faces = [2, 3, 4].map((id) => fakeFace(id, { suggestion }))
  const { inputsOf } = await openView([fakeFace(1, { name: 'Anna' }), ...faces])
  await until(() => text().includes('Is this Anna?'), 'the question')
  expect(text()).toContain('1 of 3')
  press('y')
  await until(() => text().includes('1 of 2'), 'the next face')
  press('ArrowRight')
  press('n')
  await until(() => inputsOf('people.refuse').length > 0, 'the no')
  expect(inputsOf('people.name')).toEqual([{ faces: [{ photoId: 2, key: faces[0]!.key }], name: 'Anna' }])
  expect(inputsOf('people.refuse')).toEqual([{ faces: [{ photoId: 4, key: faces[2]!.key }], name: 'Anna' }])
})

test('a group is named in place, and faces can be removed from a person', async () => {
  const { byRole, inputsOf } = await openView([fakeFace(1), fakeFace(2), fakeFace(3, { name: 'Ben' })])
  await until(() => document.querySelector('[aria-label="Name for this group"]'), 'the field')
  const field = document.querySelector<HTMLInputElement>('[aria-label="Name for this group"]')!
  field.value = 'Anna'
  field.dispatchEvent(new Event('input'))
  await until(() => field.value === 'Anna', 'the text')
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await until(() => inputsOf('people.nameGroup').length > 0, 'the name')
  expect(inputsOf('people.nameGroup')).toEqual([{ id: 1, name: 'Anna' }])
  await until(() => byRole('button', /^Anna\s*2 photos$/), 'the person')
  byRole('button', /^Anna\s*2 photos$/).click()
  await until(() => document.querySelectorAll('[aria-pressed="false"].face').length === 2, 'her faces')
  document.querySelector<HTMLElement>('.face')!.click()
  await until(() => byRole('button', /^Take out$/), 'the choice')
  byRole('button', /^Take out$/).click()
  await until(() => inputsOf('people.release').length > 0, 'the release')
  expect(inputsOf('people.release')).toMatchObject([{ name: 'Anna', faces: [{ photoId: 1 }] }])
})

test('grouping of faces is in the activity list while it lasts, with its progress', async () => {
  const { app, byRole, library } = await openView([fakeFace(1)])
  const line = () => document.querySelector<HTMLElement>('[data-testid="activity-people"]')
  const tell = (grouping: { grouped: number; toGroup: number } | null) => {
    library.state.people.grouping = grouping
    library.emit({ type: 'people.changed' })
  }
  await until(() => text().includes('1 group without a name'), 'the group')
  tell({ grouped: 30, toGroup: 90 })
  await until(() => app.runWithContext(() => useActivities()).active.length === 1, 'the activity')
  byRole('button', /^Activity: 1 under way$/).click()
  await until(() => line()?.textContent?.includes('30 of 120'), 'the line')
  expect(line()!.textContent).toContain('Grouping faces')
  tell({ grouped: 120, toGroup: 0 })
  await until(() => line()?.querySelector('[aria-valuenow]') === null, 'a line without an end')
  tell(null)
  await until(() => line() === null, 'an empty list')
})

test('the side bar counts waiting suggestions before the view of people is opened, and after each change', async () => {
  const faces = [2, 3, 4].map((id) => fakeFace(id, { suggestion }))
  open = await mountApp({ photos: fakePhotos(8), people: { ...fakePeople(), isOn: true, faces } })
  const { library, byRole } = open
  await until(() => byRole('button', /^People\s*3$/), 'the count')
  library.state.people.faces = faces.slice(1)
  library.emit({ type: 'people.changed' })
  await until(() => byRole('button', /^People\s*2$/), 'the count after an answer')
})

test('a person is removed by their menu, which can be undone', async () => {
  const { byRole, ...app } = await openView([fakeFace(1, { name: 'Anna' }), fakeFace(2, { name: 'Ben' })])
  await until(() => text().includes('Anna'), 'the people')
  app.press(byRole('button', 'What to do with Anna'), 'Enter')
  await until(() => byRole('menuitem', 'Remove person'), 'the menu')
  app.press(byRole('menuitem', 'Remove person'), 'Enter')
  await until(() => text().includes('Removed the person “Anna”'), 'what was done')
  await until(() => text().includes('1 person, 1 group without a name'), 'who is left')
  expect(byRole('button', 'Undo')).toBeTruthy()
})
