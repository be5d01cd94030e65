import { afterEach, expect, test } from 'vitest'
import type { StackView } from '../../../src-main/contract/library/stacks.ts'
import { describeReasons, markOfFrame } from '../../../src-renderer/stacks/suggestion-words.ts'
import { useSelection } from '../../../src-renderer/photos/selection.ts'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const view: StackView = {
  stack: 7,
  frames: [2, 3, 4],
  chosen: null,
  set: null,
  isWaiting: false,
  suggested: { id: 3, reasons: ['eyes-sharper', 'less-clipped'] },
}

/** Five photos, of which 2, 3 and 4 are a stack; 3 is the best of them. */
const start = async (address = '/') => {
  const photos = [1, 2, 3, 4, 5].map((id) =>
    fakePhoto(id, { takenAt: `2024-06-01T12:00:0${9 - id}`, ...(id >= 2 && id <= 4 ? { stack: 7 } : {}) }),
  )
  open = await mountApp({ photos, stackViews: [view] }, address)
  const { press, tiles, app } = open
  const selection = app.runWithContext(() => useSelection())
  const key = (letter: string, modifiers?: object) => press(document.body, letter, modifiers)
  return { ...open, selection, key, labels: () => tiles().map((tile) => tile.getAttribute('aria-label') ?? '') }
}
const text = () => document.body.textContent
const heading = () => document.querySelector('section[aria-label="Photo"] h2')?.textContent

test('reasons are a sentence', () => {
  expect(describeReasons(['eyes-sharper'])).toBe('Eyes sharper than in most others')
  expect(describeReasons(['subject-sharper', 'less-clipped', 'exposed'])).toBe(
    'Subject sharper, less clipped and better exposed than in most others',
  )
  expect(describeReasons(['subject-sharper', 'as-chosen'])).toBe(
    'Subject sharper than in most others and like frames that you chose',
  )
  expect(describeReasons(['as-chosen'])).toBe('Suggested because of your choices')
})

test('a frame is suggested until the person chooses one', () => {
  expect([2, 3].map((id) => markOfFrame(view, id)?.kind)).toEqual([undefined, 'suggested'])
  const chosen = { ...view, chosen: 2 }
  expect([2, 3].map((id) => markOfFrame(chosen, id)?.kind)).toEqual(['chosen', undefined])
  expect(markOfFrame(undefined, 3)).toBeNull()
})

test('an unfolded stack shows the suggested frame, and a key puts it on top', async () => {
  const { key, tiles, labels, selection, library } = await start()
  await until(() => tiles().length === 5, 'tiles')
  key('Q', { shiftKey: true })
  await until(() => tiles().length === 3, 'the folded stack')
  selection.only(1, 2)
  key('q')
  await until(() => labels().some((label) => label.endsWith('suggested')), 'the suggested frame')
  expect(labels().findIndex((label) => label.endsWith('suggested'))).toBe(2)
  key('Y', { shiftKey: true })
  await until(() => labels()[2]?.endsWith('on top'), 'the frame on top')
  expect(library.calls.filter(({ name }) => name === 'stacks.acceptSuggested')).toEqual([
    { name: 'stacks.acceptSuggested', input: { ids: [2] } },
  ])
})

/** The strip's content, with the shown photo in square brackets. */
const strip = () =>
  [...document.querySelectorAll('nav[aria-label="Photos around this one"] button')].map((each) => {
    const name = each.getAttribute('aria-label')!.replace(/photo-0*(\d+)\.jpg/, '$1')
    return each.hasAttribute('aria-current') ? `[${name}]` : name
  })

test('a photo opened by its address shows its stack, and the suggested frame is put on top', async () => {
  const { key } = await start('/photo/2')
  await until(() => text()?.includes('Frame 1 of 3'), 'the frames')
  expect(text()).toContain('Another is suggested: Eyes sharper and less clipped than in most others')
  key('ArrowRight')
  await until(() => text()?.includes('Frame 2 of 3'), 'the second frame')
  key('Y', { shiftKey: true })
  await until(() => text()?.includes('On top of the stack'), 'the frame on top')
})

test('a folded stack opens in the one strip; left and right walk along it, up and down go past the stack', async () => {
  const { key, tiles } = await start()
  await until(() => tiles().length === 5, 'tiles')
  key('Q', { shiftKey: true })
  await until(() => tiles().length === 3, 'the folded stack')
  tiles()[0]!.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
  await until(() => strip().join() === '[1],2, stack of 3 photos,5', 'the folded stack in the strip')
  key('ArrowRight')
  await until(() => strip().join() === '1,[2, in a stack],3, suggested,4, in a stack,5', 'the open stack in the strip')
  expect(document.querySelectorAll('section[aria-label="Photo"] nav')).toHaveLength(1)
  key('ArrowRight')
  await until(() => text()?.includes('Frame 2 of 3'), 'the second frame')
  expect(heading()).toContain('3')
  key('ArrowDown')
  await until(() => heading()?.includes('5'), 'the photo after the stack')
  key('ArrowUp')
  await until(() => text()?.includes('Frame 1 of 3'), 'the stack again')
  key('ArrowLeft')
  await until(() => heading()?.includes('1'), 'the photo before')
})

test('in a list that shows all frames, down skips the other frames of the stack', async () => {
  const { key } = await start('/photo/2')
  await until(() => text()?.includes('Frame 1 of 3'), 'the frames')
  await until(() => strip().join() === '1,[2, in a stack],3, suggested,4, in a stack,5', 'the strip')
  key('ArrowDown')
  await until(() => heading()?.includes('5'), 'the photo after the stack')
})
