import { afterEach, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>>
afterEach(() => open.close())

const chips = () =>
  [...document.querySelectorAll('[aria-label="Active filters"] button')].map((each) => each.textContent?.trim())
const start = async (address = '/') => {
  open = await mountApp({ photos: fakePhotos(60) }, address)
  await until(() => open.tiles().length > 0, 'tiles')
  return open
}

test('an address shows its search before anything else is loaded', async () => {
  const { library } = await start('/?q=tag:dog+-zzz&sort=name-asc')
  expect(chips()).toEqual(['dog', 'not zzz'])
  // One call asks only how many photos are missing.
  const lists = library.calls.filter(
    ({ name, input }) => name === 'photos.list' && (input as { limit: number }).limit > 1,
  )
  expect(lists.length).toBeGreaterThan(0)
  for (const { input } of lists)
    expect(input).toMatchObject({ filter: { text: 'tag:dog -zzz' }, sort: { by: 'name', order: 'asc' } })
})

test('Back undoes one step, and typing is one', async () => {
  const { byRole, type, router } = await start()
  byRole('button', 'Filters').click()
  await until(() => byRole('button', '1 star or more'), 'the panel')
  byRole('button', '1 star or more').click()
  await until(() => router.currentRoute.value.query['q'] === 'rating>=1', 'the address of the first step')
  const box = byRole('combobox', 'Search photos') as HTMLInputElement
  for (const text of ['rating>=1 d', 'rating>=1 do', 'rating>=1 dog']) {
    type(box, text)
    await until(() => router.currentRoute.value.query['q'] === text, `the address of “${text}”`)
  }
  expect(chips()).toEqual(['1 star or more', 'dog'])
  router.back()
  await until(() => chips().length === 1, 'one step back')
  expect([box.value, router.currentRoute.value.query]).toEqual(['rating>=1', { q: 'rating>=1' }])
  router.back()
  await until(() => chips().length === 0, 'all photos')
  router.forward()
  await until(() => chips().length === 1, 'the first step again')
})

test('the address keeps the search while a photo is open', async () => {
  const { byRole, tiles, press, router } = await start('/?q=tag:dog')
  tiles()[0]!.click()
  press(tiles()[0]!, 'Enter')
  await until(() => router.currentRoute.value.path.startsWith('/photo/'), 'the photo')
  expect(router.currentRoute.value.query).toEqual({ q: 'tag:dog' })
  byRole('button', /^Back|Close/).click()
  await until(() => router.currentRoute.value.path === '/', 'the library')
  expect(router.currentRoute.value.query).toEqual({ q: 'tag:dog' })
})

test('unknown terms are named, with what was probably meant', async () => {
  const { byRole, type } = await start()
  type(byRole('combobox', 'Search photos'), 'lenz:24')
  await until(() => document.body.textContent?.includes('There is no field “lenz”'), 'the sentence')
  byRole('button', /Did you mean lens:/).click()
  await until(() => (byRole('combobox', 'Search photos') as HTMLInputElement).value === 'lens:24', 'the correction')
  expect(chips()).toEqual(['Lens 24'])
})
