import { afterEach, describe, expect, test } from 'vitest'
import { nextTick } from 'vue'
import type { StackView } from '../../../src-main/contract/library/stacks.ts'
import { usePanels } from '../../../src-renderer/navigation/use-panels.ts'
import { useQuery } from '../../../src-renderer/photos/query.ts'
import { useSelection } from '../../../src-renderer/photos/selection.ts'
import { useSettings } from '../../../src-renderer/settings/use-settings.ts'
import { useStacks } from '../../../src-renderer/stacks/use-stacks.ts'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const view = (stack: number, frames: number[], suggested: StackView['suggested']): StackView => ({
  stack,
  frames,
  chosen: null,
  set: null,
  isWaiting: false,
  suggested,
})
const stackOf = new Map([...[2, 3, 4].map((id) => [id, 7] as const), ...[5, 6].map((id) => [id, 8] as const)])

/** Seven photos: 2, 3 and 4 are a burst with 3 as the best, 5 and 6 one without a suggestion. Stacks are folded. */
const start = async () => {
  const photos = [1, 2, 3, 4, 5, 6, 7].map((id) => {
    const stack = stackOf.get(id)
    return fakePhoto(id, { takenAt: `2024-06-01T12:00:0${9 - id}`, ...(stack === undefined ? {} : { stack }) })
  })
  const stackViews = [view(8, [5, 6], null), view(7, [2, 3, 4], { id: 3, reasons: ['eyes-sharper'] })]
  open = await mountApp({ photos, stackViews })
  const { tiles, press, app } = open
  const stores = app.runWithContext(() => ({
    selection: useSelection(),
    settings: useSettings(),
    stacks: useStacks(),
    query: useQuery(),
  }))
  await until(() => tiles().length === 7, 'tiles')
  stores.stacks.fold(true)
  await until(() => tiles().length === 4, 'the folded stacks')
  const labels = () => tiles().map((tile) => tile.getAttribute('aria-label') ?? '')
  const picks = () => open!.library.state.photos.map(({ pick }) => pick)
  return { ...open, ...stores, labels, picks, key: (name: string, more?: object) => press(document.body, name, more) }
}
const text = () => document.body.textContent ?? ''

describe('a mark on a folded stack', () => {
  test('applies to the top photo, which stays on top, and the tile counts the rejected photos', async () => {
    const { selection, key, labels, picks } = await start()
    selection.only(1, 2)
    key('x')
    await until(() => labels()[1]?.includes('1 of 3 rejected'), 'the rejected top photo')
    expect(labels()[1]).toMatch(/^photo-0002/)
    expect(picks()).toEqual([0, -1, 0, 0, 0, 0, 0])
  })

  test('applies to the complete stack by a setting, but not to frames of an unfolded one', async () => {
    const { selection, settings, stacks, tiles, key, labels, picks } = await start()
    settings.change({ stackMarks: 'all' })
    selection.only(1, 2)
    key('x')
    await until(() => labels()[1]?.includes('3 of 3 rejected'), 'the rejected stack')
    key('4')
    await until(() => open!.library.state.photos.filter(({ rating }) => rating === 4).length === 3, 'the stars')
    stacks.toggle(8)
    await until(() => tiles().length === 5, 'the open stack')
    selection.only(2, 5)
    key('p')
    await until(() => picks()[4] === 1, 'the pick')
    expect(picks()).toEqual([0, -1, -1, -1, 1, 0, 0])
  })

  test('that removes the top photo from the list says so, and can be extended to the others', async () => {
    const { selection, query, tiles, key, byRole, picks } = await start()
    query.edit('-is:rejected')
    await until(() => tiles().length === 4, 'the search')
    selection.only(1, 2)
    key('x')
    await until(() => text().includes('Another frame of the stack is shown now'), 'the notice')
    byRole('button', 'Reject the rest, too').click()
    await until(() => picks().join() === '0,-1,-1,-1,0,0,0', 'the rest')
  })
})

test('frames of an unfolded stack give their number, on the badge and in its name', async () => {
  const { stacks } = await start()
  stacks.toggle(7)
  const badges = () => [...document.querySelectorAll('.stack-badge.open')]
  await until(() => badges()[2]?.textContent === '3 of 3', 'the open stack')
  expect(badges().map((badge) => badge.textContent)).toEqual(['1 of 3', '2 of 3', '3 of 3'])
  expect(badges()[1]!.getAttribute('aria-label')).toBe('Fold the stack of 3 photos, 2 of 3')
})

describe('taking the suggestions', () => {
  test('asks about each burst first, and then decides all as one change', async () => {
    const { selection, key, labels, library, picks, router } = await start()
    selection.clear()
    key('y', { altKey: true })
    await until(() => text().includes('Burst 1 of 2'), 'the review')
    expect(text()).toContain('None stands out: the burst stays as it is')
    // The pictures of the next pair are loaded meanwhile.
    const ahead = () => [...document.querySelectorAll<HTMLImageElement>('.is-ahead img')].map(({ src }) => src)
    await until(() => ['3', '2'].every((id) => ahead().some((src) => src.includes(`/${id}/preview`))), 'the next pair')
    key('n')
    await until(() => text().includes('Burst 2 of 2'), 'the next burst')
    expect(text()).toContain('Eyes sharper than in most others')
    key('ArrowLeft')
    await until(() => text().includes('Your choice'), 'the answer')
    key('ArrowRight')
    await until(() => text().includes('Take 2 frames'), 'what is taken')
    key('Enter')
    await until(() => router.currentRoute.value.path === '/', 'the list')
    const calls = library.calls.filter(({ name }) => name === 'stacks.takeBest')
    expect(calls.map(({ input }) => input)).toEqual([
      { ids: [6, 3], rest: 'reject', answered: [6], reviewed: [5, 6, 2, 3, 4] },
    ])
    expect(picks()).toEqual([0, -1, 1, -1, -1, 1, 0])
    await until(() => labels()[1]?.includes('2 of 3 rejected'), 'the decided burst')
    key('z', { ctrlKey: true })
    await until(() => picks().every((pick) => pick === 0), 'the undo')
  })

  test('leaves out unwanted ones, and another frame can replace the next best', async () => {
    const { selection, key, library } = await start()
    selection.only(1, 2)
    selection.toggle(2, 5)
    key('y', { altKey: true })
    await until(() => text().includes('Burst 1 of 2'), 'the review')
    key('u')
    await until(() => text().includes('Burst 2 of 2'), 'the next burst')
    key('ArrowDown')
    await until(() => text().includes('Another frame'), 'the third frame')
    key('n')
    key('Enter')
    const taken = () => library.calls.filter(({ name }) => name === 'stacks.takeBest')
    await until(() => taken().length === 1, 'the change')
    expect(taken()[0]!.input).toEqual({ ids: [4], rest: 'reject', answered: [4], reviewed: [5, 6, 2, 3, 4] })
  })
})

test('the next undecided photos are known in advance: no answer of the library is awaited', async () => {
  const marked = (id: number) => ({ takenAt: `2024-06-01T12:00:0${9 - id}`, pick: id > 1 && id < 5 ? 1 : 0 }) as const
  open = await mountApp({ photos: [1, 2, 3, 4, 5, 6, 7].map((id) => fakePhoto(id, marked(id))) }, '/photo/1')
  const { library, press } = open
  const shown = () => document.querySelector('section[aria-label="Photo"] h2')?.textContent
  const ahead = () => [...document.querySelectorAll<HTMLImageElement>('.is-ahead img')].map(({ src }) => src)
  const asked = () => library.calls.filter(({ name }) => name === 'search.nextOpen').length
  await until(() => shown()?.startsWith('photo-0001'), 'the photo')
  press(document.body, 'x')
  // Steps lead at most to 2, 3 and 4.
  await until(() => ['5', '6'].every((id) => ahead().some((src) => src.includes(`/${id}/preview`))), 'their previews')
  press(document.body, '.')
  await nextTick()
  expect(shown()).toMatch(/^photo-0005/)
  expect(asked()).toBe(0)
  // After the last one, only the library knows.
  for (const step of [6, 7]) {
    press(document.body, '.')
    await until(() => shown()?.startsWith(`photo-000${step}`), `photo ${step}`)
  }
  press(document.body, '.')
  await until(() => asked() === 1 && shown()?.startsWith('photo-0005'), 'the first one again')
})

test('progress leads from one undecided photo to the next, and at the end asks what happens to all', async () => {
  const { selection, key, library, byRole, tiles } = await start()
  selection.only(0, 1)
  key('p')
  await until(() => text().includes('2 stacks, 2 single photos · 1 photo picked, 0 rejected · 3 to go'), 'the progress')
  key('.')
  await until(() => selection.list.join() === '2', 'the next photo')
  key('x')
  // The top photo alone does not decide the stack, so the way leads back to it.
  for (const next of [5, 7, 2]) {
    key('.')
    await until(() => selection.list.join() === String(next), `photo ${next}`)
    if (next !== 2) key('p')
  }
  await selection.add(async () => [2, 3, 4])
  key('x')
  await until(() => text().includes('3 photos picked, 3 rejected · 0 to go'), 'the end')
  key('.')
  await until(() => document.querySelector('[role="dialog"]')?.textContent?.includes('Finish the choice'), 'the sheet')
  // The sheet counts as the bar does.
  const dialog = () => document.querySelector('[role="dialog"]')!.textContent
  await until(() => /Picked 3 photos.*Rejected 3 photos.*No flag 1 photo/.test(dialog()), 'the photos')
  expect(dialog()).toContain('2 stacks, 2 single photos · 3 photos picked, 3 rejected · 0 to go')
  const fates = () => [...document.querySelectorAll<HTMLSelectElement>('[role="dialog"] select')]
  await until(() => fates()[1]?.selectedIndex === 5, 'the rejected photos, which go to the trash')
  const choose = (select: HTMLSelectElement, index: number): void => {
    select.selectedIndex = index
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }
  choose(fates()[0]!, 3)
  await until(() => fates().length === 4, 'the stars')
  byRole('button', 'Do this').click()
  await until(() => library.state.photos.filter(({ rating }) => rating === 3).length === 3, 'the stars of the picked')
  await until(() => library.calls.some(({ name }) => name === 'files.planTrash'), 'the list of what goes')
  expect(tiles().length).toBe(4)
})

/** The sheet that asks what becomes of the picked, the rejected and the other photos. */
async function openSheet(photos: ReturnType<typeof fakePhoto>[]) {
  open = await mountApp({ photos })
  const panels = open.app.runWithContext(() => usePanels())
  panels.isFinishOpen = true
  const fates = () => [...document.querySelectorAll<HTMLSelectElement>('[role="dialog"] select')]
  await until(() => fates()[1]?.selectedIndex === 5, 'the rejected photo, which goes to the trash')
  const choose = (group: number, index: number): void => {
    const select = fates()[group]!
    select.selectedIndex = index
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }
  return { ...open, fates, choose, panels }
}

test('a choice is finished by one change, and a cancelled export stops before the trash', async () => {
  const photos = [fakePhoto(1, { pick: 1 }), fakePhoto(2, { pick: -1 }), fakePhoto(3), fakePhoto(4)]
  const { byRole, choose, fates, library, panels } = await openSheet(photos)
  choose(0, 4)
  choose(2, 3)
  await until(() => fates().length === 4, 'the stars')
  byRole('button', 'Do this').click()
  await until(() => panels.exportIds?.join() === '1', 'the export of the picked photo')
  expect(library.calls.filter(({ name }) => name === 'albums.finishChoice')).toHaveLength(1)
  expect(library.state.photos.map(({ rating }) => rating)).toEqual([0, 0, 3, 3])
  byRole('button', 'Cancel').click()
  await until(() => document.querySelector('.toaster')?.textContent?.includes('Stopped'), 'the notice')
  expect(document.querySelector('.toaster')!.textContent).toContain(
    '2 photos were given what you chose. 1 photo was not exported. 1 photo was not moved to the trash.',
  )
  expect([panels.trashIds, library.calls.some(({ name }) => name === 'files.planTrash')]).toEqual([null, false])
})

test('a choice that could not be finished stays open', async () => {
  const photos = [fakePhoto(1, { pick: 1 }), fakePhoto(2, { pick: -1 })]
  const { byRole, choose, fates, library, panels } = await openSheet(photos)
  library.state.failing.set('library.albums.finishChoice', new TypeError('groups is not iterable'))
  choose(0, 3)
  await until(() => fates().length === 4, 'the stars')
  byRole('button', 'Do this').click()
  await until(() => document.querySelector('.toast[role="alert"]') !== null, 'the notice')
  expect([panels.isFinishOpen, panels.trashIds]).toEqual([true, null])
})
