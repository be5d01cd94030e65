import { afterEach, expect, test } from 'vitest'
import type { StackView } from '../../../src-main/contract/library/stacks.ts'
import { useBurstReview } from '../../../src-renderer/bursts/use-burst-review.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

/** Two bursts of four frames; none of the first stands out. */
async function startReview() {
  const photos = fakePhotos(8).map((photo, at) => ({ ...photo, stack: at < 4 ? 1 : 2 }))
  const view: Omit<StackView, 'suggested'> = {
    stack: 2,
    frames: [5, 6, 7, 8],
    chosen: null,
    set: null,
    isWaiting: false,
  }
  open = await mountApp({ photos, stackViews: [{ ...view, suggested: { id: 6, reasons: ['eyes-sharper'] } }] })
  const { press, router, byRole } = open
  await useBurstReview().open(
    photos.map(({ id }) => id),
    '/',
  )
  await router.push('/bursts')
  const review = () => document.querySelector('section[aria-label="Best frames"]')!
  await until(() => review()?.querySelectorAll('article').length === 2, 'the review')
  const statuses = () => [...review().querySelectorAll('[role=status]')].map((each) => each.textContent.trim())
  const names = () => [...review().querySelectorAll('article')].map((each) => each.getAttribute('aria-label'))
  const words = () => [...review().querySelectorAll('article .words')].map((each) => each.textContent.trim())
  return { byRole, press, statuses, names, words }
}

test('of frames that are alike none is called better, and what is answered is counted', async () => {
  const { press, statuses, words } = await startReview()
  expect(statuses()).toEqual(['Burst 1 of 2', 'None stands out: the burst stays as it is'])
  expect(words().join('')).toBe('')
  press(document.body, 'u')
  await until(() => statuses()[0] === 'Burst 2 of 2 · 1 answered', 'the second burst')
  expect(words()).toEqual(['Will be picked', 'Next best'])
  press(document.body, 'y')
  await until(() => statuses()[0] === 'Burst 2 of 2 · 2 answered', 'the last answer')
})

test('buttons lead to the burst before and after, and show the other frames', async () => {
  const { byRole, statuses, names } = await startReview()
  expect(byRole('button', 'Burst before').hasAttribute('disabled')).toBe(true)
  byRole('button', 'Burst after').click()
  await until(() => statuses()[0] === 'Burst 2 of 2', 'the second burst')
  const [best, next] = names()
  byRole('button', 'Frame after, on the right').click()
  await until(() => names()[1] !== next, 'another frame')
  expect(names()[0]).toBe(best)
  byRole('button', 'Frame before, on the right').click()
  await until(() => names()[1] === next, 'the next best')
  byRole('button', 'Burst before').click()
  await until(() => statuses()[0] === 'Burst 1 of 2', 'the first burst')
})
