import { nextTick } from 'vue'
import { afterEach, expect, test } from 'vitest'
import { useThumbs } from '../../../src-renderer/pictures/gathered-thumbs.ts'
import { usePrivacy } from '../../../src-renderer/privacy/use-privacy.ts'
import { useSettings } from '../../../src-renderer/settings/use-settings.ts'
import { fakePhoto } from '../fake-photos.ts'
import type { FakeState } from '../fake-library.ts'
import { mountApp, until } from '../mount-app.ts'

let unmount = (): void => undefined
afterEach(() => unmount())

const photos = () => [
  fakePhoto(1, { name: 'plain.jpg' }),
  fakePhoto(2, { name: 'beach.jpg', nsfw: 'nsfw', isSensitive: true }),
  fakePhoto(3, { name: 'diary.jpg', isPrivate: true }),
]

async function start(state: Partial<FakeState> = {}) {
  const app = await mountApp({ photos: photos(), ...state })
  unmount = app.close
  const names = () => [...document.querySelectorAll('[role="gridcell"]')].map((tile) => tile.getAttribute('aria-label'))
  const tile = (name: string) =>
    document.querySelector<HTMLElement>(`[role="gridcell"][aria-label^="${name}"]`) ?? undefined
  const key = (name: string, more: KeyboardEventInit = {}) =>
    app.press(document.activeElement as HTMLElement, name, more)
  return { ...app, names, tile, key }
}

/** Everything that a person or a screen reader could find on the page. */
const page = (): string => document.documentElement.outerHTML

test('one key hides sensitive and private photos with every trace of them, and shows them again', async () => {
  const { names, tile, key, router, library } = await start()
  await until(() => names().length === 3, 'tiles')
  tile('beach')?.click()
  await until(() => page().includes('beach.jpg'), 'the name')
  await router.push('/photo/2')
  await until(() => document.querySelector('section[aria-label="Photo"] h2')?.textContent === 'beach.jpg', 'the photo')
  key('F9')
  await until(() => library.state.privacy.isClientMode, 'client mode')
  await until(() => names().length === 1 && document.querySelector('.covered') === null, 'one tile')
  expect(router.currentRoute.value.path).toBe('/')
  expect(page()).not.toMatch(/beach\.jpg|diary\.jpg|[Ss]ensitive|[Cc]lient mode|[Pp]rivate/)
  key('F9')
  await until(() => names().length === 3, 'all tiles')
})

test('Hide leaves out photos that are sensitive for the library, whatever their verdict; Blur only blurs', async () => {
  const flagged = [
    fakePhoto(1, { name: 'swim.jpg', nsfw: 'underwear', isSensitive: true }),
    fakePhoto(2, { name: 'beach.jpg', nsfw: 'nsfw', isSensitive: false }),
  ]
  const { app, names, tile } = await start({ photos: flagged })
  await until(() => names().length === 2, 'tiles')
  expect(['swim', 'beach'].map((name) => tile(name)?.querySelector('.blurred') !== null)).toEqual([true, false])
  expect(names().map((name) => name?.includes('sensitive'))).toEqual([true, false])
  app.runWithContext(useSettings).change({ nsfwMode: 'hide' })
  await until(() => names().length === 1, 'one tile')
  expect(tile('swim')).toBeUndefined()
})

test('unanalysed photos are left out as well, and the side bar counts them', async () => {
  const { names, key, library } = await start({ photos: [fakePhoto(1), fakePhoto(2, { hasVerdict: false })] })
  await until(() => names().length === 2, 'tiles')
  expect(page()).not.toContain('not looked at yet')
  key('F9')
  await until(() => names().length === 1 && page().includes('1 not looked at yet'), 'one tile and the count')
  library.state.photos = [fakePhoto(2, { hasVerdict: false })]
  library.emit({ type: 'photos.changed', ids: [], isWholeLibrary: true })
  await until(() => page().includes('1 photo not looked at yet'), 'the words for an empty screen')
})

test('the key covers the window before the library has answered', async () => {
  const { names, key } = await start()
  await until(() => names().length === 3, 'tiles')
  const covered: boolean[] = []
  const frame = document.querySelector('.app')!
  const observer = new MutationObserver(() => covered.push(frame.classList.contains('covered')))
  observer.observe(frame, { attributes: true, attributeFilter: ['class'] })
  key('F9')
  await until(() => names().length === 1 && covered.includes(false), 'one tile')
  observer.disconnect()
  expect(covered).toEqual([true, false])
})

test('the key works in a dialog, which it closes', async () => {
  const { names, tile, key } = await start()
  await until(() => names().length === 3, 'tiles')
  tile('beach')?.click()
  await until(() => tile('beach')?.getAttribute('aria-selected') === 'true', 'the selection')
  key('t')
  await until(() => document.querySelector('.dialog input'), 'the tag dialog')
  document.querySelector<HTMLInputElement>('.dialog input')?.focus()
  key('F9')
  await until(() => names().length === 1 && document.querySelector('.dialog') === null, 'no dialog')
})

test('with a passphrase the same key asks for it, and a wrong one is reported', async () => {
  const { names, key, type, byRole, library } = await start({
    privacy: { isClientMode: true, isLocked: false, passphrase: 'open sesame' },
  })
  await until(() => names().length === 1, 'one tile')
  key('F9')
  await until(() => document.querySelector('#passphrase'), 'the question')
  const field = document.querySelector<HTMLInputElement>('#passphrase')!
  type(field, 'open')
  await until(() => !(byRole('button', 'Continue') as HTMLButtonElement).disabled, 'the button')
  byRole('button', 'Continue').click()
  await until(() => document.querySelector('[role="alert"]')?.textContent?.includes('not the passphrase'), 'the answer')
  expect(library.state.privacy.isClientMode).toBe(true)
  expect(names()).toHaveLength(1)
  type(field, 'open sesame')
  await until(() => !(byRole('button', 'Continue') as HTMLButtonElement).disabled, 'the button')
  byRole('button', 'Continue').click()
  await until(() => names().length === 3, 'all tiles')
  await until(() => document.querySelector('#passphrase') === null, 'no question')
})

test('a locked library shows a button that unlocks it', async () => {
  const { names, type, byRole } = await start({
    privacy: { isClientMode: false, isLocked: true, passphrase: 'open sesame' },
  })
  await until(() => names().length === 1, 'one tile')
  byRole('button', 'Unlock the library').click()
  await until(() => document.querySelector('#passphrase'), 'the question')
  type(document.querySelector<HTMLInputElement>('#passphrase')!, 'open sesame')
  await until(() => !(byRole('button', 'Unlock') as HTMLButtonElement).disabled, 'the button')
  byRole('button', 'Unlock').click()
  await until(() => names().length === 3, 'all tiles')
  byRole('button', 'Lock the library').click()
  await until(() => names().length === 1, 'one tile')
})

test('shown blurred photos are blurred again after client mode', async () => {
  const { names, tile, key, byRole } = await start()
  await until(() => names().length === 3, 'tiles')
  byRole('button', 'Show beach.jpg').click()
  await until(() => tile('beach')?.querySelector('img'), 'the picture')
  key('F9')
  await until(() => names().length === 1, 'one tile')
  key('F9')
  await until(() => names().length === 3, 'all tiles')
  expect(tile('beach')?.querySelector('img')).toBeNull()
})

test('keys correct verdicts and mark photos as private, with Undo beside the notice', async () => {
  const { names, tile, key, library, byRole } = await start()
  await until(() => names().length === 3, 'tiles')
  tile('plain')?.click()
  await until(() => tile('plain')?.getAttribute('aria-selected') === 'true', 'the selection')
  key('S', { shiftKey: true })
  await until(() => tile('plain')?.querySelector('.blurred'), 'the blurred tile')
  key('F', { shiftKey: true })
  await until(() => tile('plain')?.querySelector('.blurred') === null, 'the sharp tile')
  key('H', { shiftKey: true })
  await until(() => tile('plain')?.getAttribute('aria-label')?.includes('private'), 'the mark')
  key('H', { shiftKey: true })
  await until(() => !tile('plain')?.getAttribute('aria-label')?.includes('private'), 'no mark')
  const marked = library.calls.filter(({ name }) => /setSensitivity|setPrivate/.test(name)).map(({ input }) => input)
  expect(marked).toEqual([
    { ids: [1], judgement: 'sensitive' },
    { ids: [1], judgement: 'fine' },
    { ids: [1], isPrivate: true },
    { ids: [1], isPrivate: false },
  ])
  byRole('button', 'Undo').click()
  await until(() => tile('plain')?.getAttribute('aria-label')?.includes('private'), 'the mark')
})

test('pictures stay at hand while photos without a verdict are counted, and go when more is hidden', async () => {
  await start({ thumbs: new Map([[1, 'data:plain']]) })
  const thumbs = useThumbs(),
    privacy = usePrivacy()
  const address = (id: number) => `/pictures/${id}`
  await Promise.all([1, 4, 5, 6].map((photoId) => thumbs.ask(address(photoId), { photoId, crop: null })))
  expect(thumbs.kept(address(1))).toBe('data:plain')
  privacy.accept({ ...privacy.state, withoutVerdict: 7 })
  await nextTick()
  expect(thumbs.kept(address(1))).toBe('data:plain')
  privacy.hideAll()
  await nextTick()
  expect(thumbs.kept(address(1))).toBeUndefined()
})
