import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { afterEach, expect, test } from 'vitest'
import { fakePhoto, fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())
const start = async (...given: Parameters<typeof mountApp>) => (open = await mountApp(...given))

test('an empty library offers one thing: add a folder', async () => {
  const { byRole, type, library } = await start({ folders: [], photos: [] })
  await until(() => byRole('combobox', 'Folder path'), 'the path box')
  type(byRole('combobox', 'Folder path'), '/home/ann/')
  await until(() => byRole('option', /pictures/), 'folders to complete the path')
  type(byRole('combobox', 'Folder path'), '/home/ann/pictures')
  await until(() => !(byRole('button', 'Add folder') as HTMLButtonElement).disabled, 'the button')
  byRole('button', 'Add folder').click()
  await until(() => library.calls.some((call) => call.name === 'shell.addFolder'), 'the call')
  expect(library.calls.find((call) => call.name === 'shell.addFolder')?.input).toEqual({ path: '/home/ann/pictures' })
})

test('a rejected folder gives the reason beside the box', async () => {
  const { byRole, type } = await start({ folders: [], photos: [] })
  await until(() => byRole('combobox', 'Folder path'), 'the path box')
  type(byRole('combobox', 'Folder path'), '/home/ann/missing')
  await until(() => !(byRole('button', 'Add folder') as HTMLButtonElement).disabled, 'the button')
  byRole('button', 'Add folder').click()
  await until(() => document.querySelector('[role="alert"]')?.textContent?.includes('is not a folder'), 'the reason')
})

test('keys move, rate and open', async () => {
  const { tiles, press, library, router } = await start({ photos: fakePhotos(30) })
  await until(() => tiles().length > 5, 'tiles')
  tiles()[0]?.click()
  await until(() => tiles()[0]?.getAttribute('aria-selected') === 'true', 'the selection')
  press(tiles()[0]!, 'ArrowRight')
  await until(() => tiles()[1]?.getAttribute('aria-selected') === 'true', 'the next photo')
  expect(document.activeElement).toBe(tiles()[1])
  const id = Number(tiles()[1]?.dataset['photo'])
  press(tiles()[1]!, '4')
  await until(() => library.state.photos.find((photo) => photo.id === id)?.rating === 4, 'the rating')
  await until(() => tiles()[1]?.getAttribute('aria-label')?.includes('4 stars'), 'the rating on the tile')
  press(tiles()[1]!, 'Enter')
  await until(() => router.currentRoute.value.path === `/photo/${id}`, 'the photo view')
  await until(
    () => document.querySelector('section[aria-label="Photo"] h2')?.textContent?.includes('photo-'),
    'the photo’s name',
  )
})

test('no pixels of a blurred photo are requested until its button or key shows it', async () => {
  const { tiles, byRole, press } = await start({
    photos: [fakePhoto(1), fakePhoto(2, { name: 'beach.jpg', nsfw: 'nsfw', isSensitive: true })],
  })
  await until(() => tiles().length === 2, 'tiles')
  const tile = (): HTMLElement | undefined =>
    tiles().find((element) => element.getAttribute('aria-label')?.startsWith('beach.jpg'))
  await until(() => document.querySelectorAll('.tile img').length === 1, 'the picture of the other photo')
  expect(tile()?.querySelector('.picture')?.classList).toContain('blurred')
  expect(tile()?.querySelector('img')).toBeNull()
  tile()?.click() // selects it and does not show it
  await until(() => tile()?.getAttribute('aria-selected') === 'true', 'the selection')
  expect(tile()?.querySelector('img')).toBeNull()
  byRole('button', 'Show beach.jpg').click()
  await until(() => tile()?.querySelector('img'), 'the picture')
  byRole('button', 'Blur beach.jpg').click()
  await until(() => !tile()?.querySelector('img'), 'the placeholder alone')
  press(tile()!, 'v')
  await until(() => tile()?.querySelector('img'), 'the picture, by the key')
})

test('a tag chosen from the suggestions becomes a removable filter', async () => {
  const { byRole, type, press, tiles } = await start({ photos: fakePhotos(60) })
  await until(() => tiles().length > 5, 'tiles')
  type(byRole('combobox', 'Search photos'), 'do')
  await until(() => byRole('option', /^dog/), 'the suggestion')
  press(byRole('combobox', 'Search photos'), 'ArrowDown')
  await until(() => byRole('option', /^dog/).getAttribute('aria-selected') === 'true', 'the active suggestion')
  press(byRole('combobox', 'Search photos'), 'Enter')
  await until(() => byRole('button', 'Remove filter dog'), 'the chip')
  byRole('button', 'Remove filter dog').click()
  await until(() => document.querySelector('[aria-label="Active filters"]') === null, 'no chips')
})

test('an empty result says so and offers the way back', async () => {
  const { byRole, press, type, tiles } = await start({ photos: fakePhotos(10) })
  await until(() => tiles().length === 10, 'tiles')
  type(byRole('combobox', 'Search photos'), 'zzzz')
  press(byRole('combobox', 'Search photos'), 'Enter')
  await until(() => document.body.textContent?.includes('No photos match'), 'the note')
  byRole('button', 'Clear search and filters').click()
  await until(() => tiles().length === 10, 'tiles again')
})

test('a search for findings of the analysis shows how many photos still wait for it', async () => {
  const photos = [fakePhoto(1), fakePhoto(2, { status: 'pending' }), fakePhoto(3, { status: 'pending' })]
  const sort = { by: 'takenAt', order: 'desc' } as const
  const searches = ['tag:dog', 'rating:0'].map((text, i) => ({ id: i + 1, name: text, text, sort, folderId: null }))
  const { byRole, tiles, type, router } = await start({ photos, searches })
  // A bar without room for the words has a mark that says them.
  const mark = () => document.querySelector('.count .waiting')
  const waiting = () => mark()?.getAttribute('aria-label') ?? ''
  await until(() => tiles().length === 3, 'all photos')
  type(byRole('combobox', 'Search photos'), 'rating:0')
  await until(() => router.currentRoute.value.query['q'] === 'rating:0', 'a search that needs no analysis')
  expect(waiting()).toBe('')
  type(byRole('combobox', 'Search photos'), 'faces:0')
  await until(() => waiting() === '2 waiting for analysis', 'the photos that wait')
  expect(mark()?.textContent).toBe('')
  // Searches in the side bar that depend on the analysis say so beside name and count; others do not.
  const isMarked = (row: HTMLElement) => row.querySelector('[aria-label="2 waiting for analysis"]') !== null
  expect([byRole('treeitem', /tag:dog/), byRole('button', /^With faces/)].map(isMarked)).toEqual([true, true])
  expect([byRole('treeitem', /rating:0/), byRole('button', /^Rated/)].map(isMarked)).toEqual([false, false])
})

test('events redraw visible photos', async () => {
  const { tiles, library } = await start({ photos: fakePhotos(3) })
  await until(() => tiles().length === 3, 'tiles')
  library.state.photos = [...library.state.photos, fakePhoto(4)]
  library.emit({ type: 'photos.changed', ids: [4], isWholeLibrary: false })
  await until(() => tiles().length === 4, 'the new photo')
  library.emit({
    type: 'analysis.changed',
    status: {
      state: 'analysing',
      scanned: 4,
      total: 4,
      analysed: 1,
      failed: 0,
      pending: 3,
      perSecond: 2,
      secondsLeft: 2,
    },
  })
  await until(() => document.querySelector('[aria-label="Analysis"]')?.textContent?.includes('1 of 4'), 'the progress')
})

test('a photo that leaves the library leaves the selection', async () => {
  const { tiles, library, press } = await start({ photos: fakePhotos(3) })
  await until(() => tiles().length === 3, 'tiles')
  press(document.body, 'i')
  tiles()[0]!.click()
  const inspector = () => document.querySelector('[aria-label="Information"].inspector')?.textContent ?? ''
  const name = tiles()[0]!.querySelector('.name')!.textContent
  await until(() => inspector().includes(name), 'its details')
  const id = Number(tiles()[0]!.dataset['photo'])
  library.state.photos = library.state.photos.filter((photo) => photo.id !== id)
  library.emit({ type: 'photos.changed', ids: [id], isWholeLibrary: false })
  await until(() => inspector().includes('Select a photo'), 'the library’s numbers')
})

test('a window that opens asks for its photos and their pictures before anything else', async () => {
  const { library } = await start({ photos: fakePhotos(6) })
  const names = library.calls.map(({ name }) => name)
  const [beside, list, thumbs] = ['folders.list', 'photos.list', 'photos.thumbs'].map((name) => names.indexOf(name))
  expect(list).toBeGreaterThan(-1)
  expect(thumbs).toBeGreaterThan(list!)
  expect(beside).toBeGreaterThan(thumbs!)
})

test('pictures of the first tiles are requested before these are drawn; missing ones again then', async () => {
  const { tiles, library } = await start({ photos: fakePhotos(6) })
  await until(() => tiles().length === 6, 'tiles')
  const requests = library.calls.filter(({ name }) => name === 'photos.thumbs').map(({ input }) => input)
  expect(requests).toHaveLength(2)
  expect(requests[0]).toHaveLength(6)
  expect(requests[1]).toEqual(requests[0])
})

test('marks load nothing again that they do not concern', async () => {
  const { tiles, library } = await start({ photos: fakePhotos(3) })
  await until(() => tiles().length === 3, 'tiles')
  const loads = () => library.calls.filter(({ name }) => name === 'removed.list').length
  const before = loads()
  library.emit({ type: 'history.changed', kind: 'pick' })
  library.emit({ type: 'history.changed', kind: 'remove-photos' })
  await until(() => loads() > before, 'a list that another change may concern')
  expect(loads()).toBe(before + 1)
})

test('a full disk is reported above the photos while it lasts', async () => {
  const { tiles, library } = await start({ photos: fakePhotos(3) })
  await until(() => tiles().length === 3, 'tiles')
  const status = { ...library.state.status, state: 'analysing' as const, pending: 3, total: 3 }
  library.emit({
    type: 'analysis.changed',
    status: { ...status, problem: foreign('The disk is full. Free some space.') },
  })
  const alert = () => document.querySelector('main [role="alert"]')?.textContent
  await until(() => alert()?.includes('The disk is full. Free some space.'), 'the banner')
  library.emit({ type: 'analysis.changed', status })
  await until(() => alert() === undefined, 'the banner to go')
})

test('a lost connection shows a banner, and visible photos are reloaded afterwards', async () => {
  const { tiles, library } = await start({ photos: fakePhotos(3) })
  await until(() => tiles().length === 3, 'tiles')
  library.connection.state.value = 'lost'
  await until(() => document.body.textContent?.includes('connection to the library was lost'), 'the banner')
  const before = library.calls.length
  library.connection.state.value = 'open'
  await until(() => library.calls.slice(before).some((call) => call.name === 'photos.list'), 'a reload')
})

test('the address of a missing photo says so and leads back', async () => {
  const { router, byRole } = await start({ photos: fakePhotos(3) })
  await router.push('/photo/999')
  await until(
    () => document.querySelector('section[aria-label="Photo"]')?.textContent?.includes('No photo has the id 999'),
    'the reason',
  )
  byRole('button', 'Back to the library').click()
  await until(() => router.currentRoute.value.path === '/', 'the library')
})

test('the size of tiles can be chosen on screens that have some', async () => {
  const sizes = () => document.querySelectorAll('header [aria-label="Tile size"]').length
  const { router } = await start({ photos: fakePhotos(3) }, '/', { width: 1400 })
  for (const [address, count] of [
    ['/', 1],
    ['/similar/content/1', 1],
    ['/duplicates', 1],
    ['/people', 0],
    ['/learned', 0],
    ['/map', 0],
  ] as const) {
    await router.push(address)
    await until(() => sizes() === count, `the size of tiles on ${address}`)
  }
})
