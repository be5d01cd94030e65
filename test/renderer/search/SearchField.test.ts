import { afterEach, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

test('letters that came since the list was made belong to the word that a completion takes the place of', async () => {
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
