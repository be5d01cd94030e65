import { afterEach, expect, test } from 'vitest'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let close = (): void => {}
afterEach(() => close())

const at = (id: number, latitude: number, longitude: number, place: string) => {
  const photo = fakePhoto(id, { place })
  return { ...photo, metadata: { ...photo.metadata, latitude, longitude } }
}
const lisbon = 'Lisbon, Portugal'
const photos = [
  at(1, 38.7, -9.1, lisbon),
  at(2, 38.7, -9.1, lisbon),
  at(3, -33.9, 151.2, 'Sydney, Australia'),
  fakePhoto(4),
]
const query = (app: Awaited<ReturnType<typeof mountApp>>) => app.router.currentRoute.value.query['q']
const path = (app: Awaited<ReturnType<typeof mountApp>>) => app.router.currentRoute.value.path

test('photos with a position are on the map, and a cluster that cannot be split lists its photos', async () => {
  const app = await mountApp({ photos })
  close = app.close
  await until(() => app.byRole('button', 'Map'))
  app.byRole('button', 'Map').click()
  await until(() => app.byRole('button', /^2 photos, Lisbon/))
  await until(() => (document.querySelector('.land')?.getAttribute('d') ?? '').length > 1000, 'the outline')
  app.byRole('button', /^2 photos, Lisbon/).click()
  await until(() => path(app) === '/')
  expect(query(app)).toBe('within:38.7/-9.1/38.7/-9.1')
  await until(() => app.byRole('button', 'Remove filter A part of the map'))
})

test('a single photo opens, and closing it returns to the map', async () => {
  const app = await mountApp({ photos }, '/map')
  close = app.close
  await until(() => app.byRole('button', /Sydney/))
  app.byRole('button', /Sydney/).click()
  await until(() => path(app) === '/map/photo/3')
  await until(() => document.querySelector('section[aria-label="Photo"]'))
  app.press(document.body, 'Escape')
  await until(() => path(app) === '/map')
})

test('photos without a position are counted, and shown on request', async () => {
  const app = await mountApp({ photos }, '/map')
  close = app.close
  await until(() => app.byRole('button', '1 without a position'))
  app.byRole('button', '1 without a position').click()
  await until(() => path(app) === '/')
  expect(query(app)).toBe('-is:located')
})

test('a library without positions says so', async () => {
  const app = await mountApp({ photos: [fakePhoto(1)] }, '/map')
  close = app.close
  await until(() => document.body.textContent?.includes('No photo here has a position'))
  app.byRole('button', 'Show the photos').click()
  await until(() => path(app) === '/')
})

test('Shift+M opens the map and returns', async () => {
  const app = await mountApp({ photos })
  close = app.close
  await until(() => app.tiles().length === 4)
  app.press(document.body, 'M', { shiftKey: true })
  await until(() => path(app) === '/map')
  app.press(document.body, 'M', { shiftKey: true })
  await until(() => path(app) === '/')
})
