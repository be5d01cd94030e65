import { afterEach, describe, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const nameOf = (tile: Element): string => /^[^,]*/.exec(tile.getAttribute('aria-label') ?? '')![0]
const names = () => open!.tiles().map(nameOf)
const tileOf = (name: string) => open!.tiles().find((tile) => nameOf(tile) === name)!
const selected = () => [...document.querySelectorAll('[role=gridcell][aria-selected=true]')].map(nameOf)
const press = (key: string, options: KeyboardEventInit = {}) =>
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...options }))
const click = (name: string, options: MouseEventInit = {}) => {
  tileOf(name).focus()
  tileOf(name).dispatchEvent(new MouseEvent('click', { bubbles: true, ...options }))
}
/** Six photos, in a search that a rejected one leaves. */
const openSearch = async (): Promise<string[]> => {
  open = await mountApp({ photos: fakePhotos(6) }, '/?q=-is%3Arejected')
  await until(() => open!.tiles().length === 6, 'all photos')
  return names()
}

test('after a mark has taken a photo out of the search, the next key acts on the photo in its place', async () => {
  const before = await openSearch()
  click(before[2]!)
  press('x')
  await until(() => open!.tiles().length === 5, 'the photo to leave')
  await until(() => selected()[0] === before[3], 'the next photo to be selected')
  expect(selected()).toEqual([before[3]])
  press('x')
  await until(() => open!.tiles().length === 4, 'the next photo to leave')
  expect(names()).toEqual([before[0], before[1], before[4], before[5]])
})

test('after several photos have left, the one behind them is selected; at the end, the last one', async () => {
  const before = await openSearch()
  click(before[1]!)
  click(before[3]!, { shiftKey: true })
  press('x')
  await until(() => selected()[0] === before[4], 'the photo behind them')
  click(before[5]!)
  press('x')
  await until(() => selected()[0] === before[4], 'the last photo')
})

test('the photo that represents a stack is selected once it folds over the selected one', async () => {
  const photos = fakePhotos(8).map((photo, at) => (at >= 2 && at <= 5 ? { ...photo, stack: 7 } : photo))
  open = await mountApp({ photos })
  await until(() => open!.tiles().length === 8, 'all photos')
  const stack = new Set(photos.slice(2, 6).map(({ name }) => name))
  const hidden = names().findLast((name) => stack.has(name))!
  click(hidden)
  press('Q', { shiftKey: true })
  await until(() => open!.tiles().length === 5, 'the stack to fold')
  const top = names().find((name) => stack.has(name))!
  expect(top).not.toBe(hidden)
  await until(() => selected()[0] === top, 'what represents the stack')
})

describe('among similar photos', () => {
  const grid = () => document.querySelector('[role=grid][aria-label="Similar photos"]')!
  const shown = () => [...grid().querySelectorAll<HTMLElement>('[role=gridcell]')]
  const chosen = () =>
    shown()
      .filter((tile) => tile.getAttribute('aria-selected') === 'true')
      .map(nameOf)
  const clickAt = (at: number, options: MouseEventInit = {}) => {
    shown()[at]!.focus()
    shown()[at]!.dispatchEvent(new MouseEvent('click', { bubbles: true, ...options }))
  }
  const ratings = () => open!.library.calls.filter(({ name }) => name === 'photos.rate').map(({ input }) => input)
  /** Fourteen photos: three show the same picture, four are very like it, the others less. */
  const openSimilar = async (): Promise<void> => {
    open = await mountApp({ photos: fakePhotos(15) }, '/similar/content/1')
    await until(() => shown().length === 14, 'the similar photos')
  }
  const narrow = async (): Promise<void> => {
    open!.byRole('button', 'Same').click()
    await until(() => shown().length === 3, 'those that show the same')
  }

  test('a photo that leaves the list is not selected any more, and a key acts on one that is shown', async () => {
    await openSimilar()
    clickAt(12)
    await narrow()
    await until(() => chosen().length === 1, 'a photo of the list to be selected')
    press('4')
    await until(() => ratings().length === 1, 'the mark')
    expect(ratings()).toEqual([expect.objectContaining({ ids: [Number(shown()[2]!.dataset['photo'])] })])
  })

  test('of several photos, those that are still listed stay selected', async () => {
    await openSimilar()
    clickAt(12)
    clickAt(1, { ctrlKey: true })
    await narrow()
    press('4')
    await until(() => ratings().length === 1, 'the mark')
    expect(ratings()).toEqual([expect.objectContaining({ ids: [Number(shown()[1]!.dataset['photo'])] })])
  })
})
