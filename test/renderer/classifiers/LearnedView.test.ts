import { afterEach, expect, test } from 'vitest'
import type { PhotoTag } from '../../../src-main/contract/library/photo.ts'
import { fakeClassifier } from '../fake-classifiers.ts'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const own = (name: string): PhotoTag => ({ name, label: name, confidence: 100, source: 'person' })
const suggestion = (photoId: number, confidence: number, isFresh = false) => ({
  id: 'boat',
  photoId,
  name: 'Boat',
  confidence,
  isFresh,
})
const start = async (part: Parameters<typeof mountApp>[0] = {}) => {
  const photos = [1, 2, 3, 4, 5].map((id) => fakePhoto(id, { tags: id === 1 ? [own('Boat')] : [] }))
  open = await mountApp({ photos, ...part })
  await until(() => open!.tiles().length === 5, 'tiles')
  open.byRole('button', /^Learned tags/).click()
  await until(() => view() !== null, 'the view')
  return open
}
const view = () => document.querySelector('section[aria-label="Learned tags"]')
/** The view's text; a percent sign may be separated from its number. */
const text = () => (view()?.textContent ?? '').replace(/\s+%/g, '%')
const callsOf = (name: string) =>
  open!.library.calls.filter((call) => call.name === name).map(({ input }) => input as object)
const boat = {
  classifiers: [fakeClassifier({ version: 3, classes: [{ name: 'Boat', positives: 6, negatives: 2 }] })],
  suggestions: [suggestion(2, 48), suggestion(3, 20), suggestion(4, 91), suggestion(5, 60, true)],
}

test('before anything is learned the view explains how', async () => {
  await start()
  await until(() => text().includes('Nothing is learned yet'), 'the note')
})

test('waiting suggestions, the inbox and the count above a certainty are shown; one click accepts these', async () => {
  const { byRole } = await start(boat)
  await until(() => text().includes('Examples: 6 · Counter-examples: 2 · Version 3'), 'the summary')
  await until(() => text().includes('30% and above: 3'), 'the count')
  await until(() => text().includes('New: 1'), 'the inbox')
  byRole('button', /^Accept all 3 at 30\s?% and above/).click()
  await until(() => callsOf('classifiers.acceptAbove').length === 1, 'the call')
  expect(callsOf('classifiers.acceptAbove')).toEqual([{ id: 'boat', certainty: 30 }])
  await until(() => document.querySelector('.toast')?.textContent?.includes('Undo'), 'the way back')
  byRole('button', 'Learn again').click()
  await until(() => callsOf('classifiers.retrain').length === 1, 'the call')
  byRole('button', 'Delete Boat').click()
  await until(() => text().includes('Nothing is learned yet'), 'the classifier to go')
})

test('a review starts with the most doubtful; keys answer, and the answers decide what comes next', async () => {
  const { byRole, press } = await start(boat)
  await until(() => text().includes('Review 4'), 'the count')
  byRole('button', 'Review 4 suggestions of Boat').click()
  const strip = () => [...(view()?.querySelectorAll('ol button') ?? [])].map((each) => each.getAttribute('aria-label'))
  await until(() => strip().length === 4, 'the strip')
  expect(text()).toContain('Does “Boat” fit?')
  expect(text()).toContain('48% certain')
  const [first, second] = strip().map((label) => label!.replace(/, not answered$/, ''))
  press(document.body, 'y')
  await until(() => strip()[0] === `${first}: yes`, 'the answer')
  press(document.body, 'n')
  await until(() => strip()[1] === `${second}: no`, 'the answer')
  await until(() => callsOf('keywords.judge').length === 2, 'the calls')
  expect(callsOf('keywords.judge')).toEqual([
    { ids: [2], name: 'Boat', verdict: 'accepted' },
    { ids: [5], name: 'Boat', verdict: 'rejected' },
  ])
  press(document.body, 'n')
  press(document.body, 'n')
  await until(() => text().includes('1 yes, 3 no'), 'the end')
  press(document.body, 'l')
  await until(() => callsOf('classifiers.retrain').length === 1, 'the call')
})
