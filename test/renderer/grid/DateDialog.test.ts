import { afterEach, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'
import { usePanels } from '../../../src-renderer/stores/panels.ts'

let close = (): void => {}
afterEach(() => close())

const words = (): string => document.querySelector('[role="dialog"]')?.textContent ?? ''

test('the dialog counts, can be left, and gives back what the file says', async () => {
  const dates = () => app.library.state.photos.map(({ takenAt }) => takenAt)
  const app = await mountApp({ photos: fakePhotos(3).map((photo) => ({ ...photo, takenAt: '2024-06-01T12:00:00' })) })
  close = app.close
  const panels = usePanels()
  panels.dateIds = [1]
  await until(() => words().includes('1 photo gets this date and time'))
  app.byRole('button', 'Cancel').click()
  await until(() => words() === '')
  expect(dates()).not.toContain(null)
  panels.dateIds = [1, 2]
  await until(() => words().includes('2 photos get this date and time'))
  app.byRole('button', 'As the file says').click()
  await until(() => words() === '')
  expect(dates()).toEqual([null, null, '2024-06-01T12:00:00'])
})
