import { afterEach, expect, test } from 'vitest'
import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { gatherMarks } from '../../../src-renderer/history/use-history.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

test('a line has pictures of its photos, shows them on a click, and returns to its position', async () => {
  open = await mountApp({ photos: fakePhotos(8) })
  const { library, tiles, press } = open
  await until(() => tiles().length === 8, 'the photos')
  for (const rating of [1, 2]) {
    tiles()[rating]!.click()
    press(tiles()[rating]!, `${rating}`)
    await until(() => library.calls.filter(({ name }) => name === 'photos.rate').length === rating, 'a rating')
  }
  press(document.body, 'h')
  const lines = () => [...document.querySelectorAll<HTMLElement>('.history li')]
  await until(() => lines().length === 2 && document.querySelectorAll('.history .small-picture').length === 2, 'lines')
  expect(lines()[0]!.querySelector('.back')).toBeNull()
  lines()[1]!.querySelector<HTMLElement>('.back')!.click()
  await until(() => lines()[0]!.classList.contains('undone'), 'the later rating is undone')
  expect(lines()[1]!.classList.contains('undone')).toBe(false)
  lines()[1]!.querySelector<HTMLElement>('.pictures')!.click()
  await until(() => document.querySelector<HTMLInputElement>('#search')?.value === 'change:1', 'the search')
})

test('marks of a minute are one line; other changes, and undone marks, are separate', () => {
  const entry = (id: number, kind: string, atMs: number, isUndone = false) => ({
    id,
    kind,
    atMs,
    isUndone,
    undoneMs: isUndone ? atMs : null,
    count: 1,
    sentence: foreign(kind),
  })
  const entries = [
    entry(6, 'rate', 100_000),
    entry(5, 'pick', 90_000),
    entry(4, 'label', 50_000),
    entry(3, 'rate', 39_000),
    entry(2, 'add-tag', 38_000),
    entry(1, 'rate', 37_000, true),
  ]
  expect(gatherMarks(entries).map((line) => line.map(({ id }) => id))).toEqual([[6, 5, 4], [3], [2], [1]])
})
