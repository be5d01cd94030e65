import { afterEach, expect, test } from 'vitest'
import type { PhotoQuery } from '../../../src-main/contract/library/query.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

test('letters typed since the list was made belong to the word that a completion replaces', async () => {
  const { byRole, press, type } = (open = await mountApp({ photos: fakePhotos(20) }))
  const box = byRole('combobox', 'Search photos') as HTMLInputElement
  const write = (text: string) => {
    type(box, text)
    box.setSelectionRange(text.length, text.length)
  }
  write('be')
  const first = () => document.querySelector('[role="option"]')
  await until(first, 'a completion')
  const tag = first()!.textContent.replace(/[\d,]+$/, '')
  expect(tag).toMatch(/^be./)
  press(box, 'ArrowDown')
  write(tag.slice(0, 3))
  press(box, 'Enter')
  await until(() => box.value !== tag.slice(0, 3), 'the completion to be taken')
  expect(box.value).toBe(`tag:${tag} `)
})

test('a field is searched for once it has a value, so that a half-typed one does not empty the list', async () => {
  const { byRole, type, tiles, library } = (open = await mountApp({ photos: fakePhotos(20) }))
  const box = byRole('combobox', 'Search photos') as HTMLInputElement
  await until(() => tiles().length > 0, 'photos')
  const searched = () =>
    library.calls.flatMap(({ name, input }) =>
      name === 'photos.list' ? ((input as PhotoQuery).filter.text ?? '') : [],
    )
  for (const written of ['c', 'ca', 'cam', 'camera', 'camera:', 'camera:x']) type(box, written)
  await until(() => searched().includes('camera:x'), 'the search')
  expect(searched().filter((text) => text.startsWith('c'))).toEqual(['camera:x'])
})

test('photos stay while a word is typed that finds none, until it is searched for', async () => {
  const { byRole, press, type, tiles } = (open = await mountApp({ photos: fakePhotos(20) }))
  const box = byRole('combobox', 'Search photos') as HTMLInputElement
  const count = () => document.querySelector('.count [role=status]')?.textContent.trim() ?? ''
  const isInert = () => document.querySelector('.photo-list')!.hasAttribute('inert')
  await until(() => tiles().length > 0 && count() === '20 photos', 'photos')
  const before = tiles().length
  type(box, 'zebr')
  await until(() => count() === 'No photos match', 'the answer')
  expect([tiles().length, isInert()]).toEqual([before, true])
  type(box, 'be')
  await until(() => /^\d+ photos?$/.test(count()), 'the photos that match')
  expect([tiles().length > 0, isInert()]).toEqual([true, false])
  type(box, 'bezzz')
  press(box, 'Enter')
  await until(() => document.querySelector('main h2')?.textContent === 'No photos match', 'the answer to the search')
  expect([tiles(), count()]).toEqual([[], '0 photos'])
})

test('what was typed right before the field is left is searched for as it is: no photos of an earlier search stay', async () => {
  const { byRole, type, tiles } = (open = await mountApp({ photos: fakePhotos(20) }))
  const box = byRole('combobox', 'Search photos') as HTMLInputElement
  await until(() => tiles().length > 0, 'photos')
  // It could become the field `camera`, and is searched for a moment later.
  type(box, 'cam')
  box.dispatchEvent(new FocusEvent('blur'))
  await until(() => document.querySelector('main h2')?.textContent === 'No photos match', 'the answer to the search')
  expect(tiles()).toEqual([])
})

test('plain language becomes filters, and unknown words are reported', async () => {
  const { byRole, press, type } = (open = await mountApp({ photos: fakePhotos(20) }))
  const box = byRole('combobox', 'Search photos') as HTMLInputElement
  const chips = () =>
    [...document.querySelectorAll('[aria-label="Active filters"] .chip')].map((chip) => chip.textContent)
  const button = (name: RegExp) => [...document.querySelectorAll('button')].find((each) => name.test(each.textContent))
  type(box, 'a cat in the city, no dogs')
  press(box, 'Enter')
  await until(() => chips().includes('not dog'), 'the filters')
  expect(chips()).toEqual(['cat', 'city', 'not dog'])
  expect(box.value).toBe('tag:cat tag:city -tag:dog')

  type(box, 'a jumping cat with 7 faces')
  press(box, 'Enter')
  await until(() => button(/juggling/), 'the nearest word')
  expect(document.body.textContent).toContain('“jumping” was not understood')
  // Nobody has seven faces, so all cats are offered without them.
  await until(() => button(/^without 7 faces · \d+/), 'what may be left out')
  button(/juggling/)!.click()
  await until(() => box.value === 'tag:cat tag:juggling faces:7', 'the nearest reading')
  type(box, 'a jumping cat with 7 faces')
  press(box, 'Enter')
  await until(() => button(/^without 7 faces/), 'what may be left out')
  button(/^without 7 faces/)!.click()
  await until(() => box.value === 'tag:cat', 'the search without it')
})
