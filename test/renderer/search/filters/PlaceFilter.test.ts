import { afterEach, expect, test } from 'vitest'
import { Settings } from '../../../../src-main/contract/library/settings.ts'
import { fakePhoto } from '../../fake-photos.ts'
import { mountApp, until } from '../../mount-app.ts'

let close = (): void => {}
afterEach(() => close())

const settings = { ...Settings.parse({}), language: 'en' as const, grouping: 'day' as const }
const photos = [
  fakePhoto(1, { takenAt: '2024-06-12T10:00:00', place: 'Lisbon, Portugal' }),
  fakePhoto(2, { takenAt: '2024-06-12T11:00:00', place: 'Sintra, Portugal' }),
  fakePhoto(3, { takenAt: '2024-07-01T10:00:00', place: 'Madrid, Spain' }),
  fakePhoto(4, { takenAt: '2024-08-01T10:00:00' }),
]
const heads = (): string[] =>
  [...document.querySelectorAll('[role="rowheader"]')].map((head) => head.textContent?.replaceAll(/\s+/g, ' ') ?? '')

test('headers name places, and a chosen place becomes part of the search', async () => {
  const app = await mountApp({ photos, settings })
  close = app.close
  await until(() => heads().some((head) => head.includes('Lisbon')), 'the places of a day')
  expect(heads()[0]).not.toMatch(/Lisbon|Madrid/)
  expect(heads()[1]).toContain('1 Jul 2024Madrid, Spain')
  expect(heads()[2]).toContain('Lisbon and Sintra, Portugal')

  app.byRole('button', 'Filters').click()
  await until(() => app.byRole('button', /^Madrid, Spain/))
  app.byRole('button', /^Madrid, Spain/).click()
  await until(() => app.tiles().length === 1)
  expect(app.router.currentRoute.value.query['q']).toBe('place="Madrid, Spain"')
  await until(() => app.byRole('button', 'Remove filter Madrid, Spain'))
  await until(() => heads().length === 1 && heads()[0]?.includes('Madrid, Spain'))
})
