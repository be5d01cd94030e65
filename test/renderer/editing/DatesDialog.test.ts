import { afterEach, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'
import { usePanels } from '../../../src-renderer/navigation/use-panels.ts'

let close = (): void => {}
afterEach(() => close())

const words = (): string => document.querySelector('[role="dialog"]')?.textContent ?? ''

test('the dialog counts, can be cancelled, sets one date, and restores the dates of the files', async () => {
  const app = await mountApp({ photos: fakePhotos(3).map((photo) => ({ ...photo, takenAt: '2024-06-01T12:00:00' })) })
  close = app.close
  const made = () => app.library.calls.filter(({ name }) => name === 'editing.changeDates').map(({ input }) => input)
  const panels = app.app.runWithContext(() => usePanels())
  panels.dateIds = [1]
  await until(() => words().includes('For 1 photo.'))
  app.byRole('button', 'Cancel').click()
  await until(() => words() === '')
  expect(made()).toEqual([])
  panels.dateIds = [1, 2]
  await until(() => words().includes('For 2 photos.'))
  const moment = () => document.querySelector<HTMLInputElement>('#taken-at')
  await until(() => (moment()?.value ?? '').startsWith('2024-06-01T12:00'))
  app.byRole('button', 'As the files say').click()
  await until(() => words() === '')
  expect(made()).toEqual([{ ids: [1, 2], change: { how: 'file' } }])
})
