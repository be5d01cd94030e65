import { afterEach, expect, test } from 'vitest'
import type { PhotoTag } from '../../../src-main/contract/library/photo.ts'
import { usePanels } from '../../../src-renderer/navigation/use-panels.ts'
import { fakeClassifier } from '../fake-classifiers.ts'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const own = (name: string): PhotoTag => ({ name, label: name, confidence: 100, source: 'person' })
const photos = () => [1, 2, 3, 4].map((id) => fakePhoto(id, { tags: id <= 3 ? [own('Boat')] : [] }))
const start = async (ids: number[]) => {
  open = await mountApp({ photos: photos() })
  await until(() => open!.tiles().length === 4, 'tiles')
  open.app.runWithContext(() => usePanels()).trainFrom = { ids }
  await until(() => open!.byRole('button', 'Boat').getAttribute('aria-pressed') === 'true', 'the tag')
  await until(() => document.querySelector<HTMLButtonElement>('form .primary')?.disabled === false, 'the examples')
  return open
}
const box = (words: RegExp): HTMLInputElement =>
  [...document.querySelectorAll('label')].find((label) => words.test(label.textContent ?? ''))!.querySelector('input')!
const submit = (): void => {
  document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
}

test('a classifier is trained from the photos with a tag, and its suggestions are announced once', async () => {
  const { library, byRole } = await start([1, 2, 4])
  box(/not only the 2 selected/).click()
  box(/other selected photo does not/).click()
  submit()
  await until(() => library.calls.some((call) => call.name === 'classifiers.train'), 'the call')
  expect(library.calls.find((call) => call.name === 'classifiers.train')?.input).toEqual({
    name: 'Boat',
    positives: [1, 2],
    negatives: [4],
  })
  await until(() => document.querySelector('form') === null, 'the dialog to close')
  expect(document.querySelector('.toast')).toBeNull()
  const done = { ...library.state.classifiers[0]!, photos: 7, applying: null }
  library.emit({ type: 'classifiers.changed', classifiers: [done] })
  await until(() => document.querySelector('.toast')?.textContent?.includes('“Boat” is learned'), 'the notice')
  byRole('button', 'Review').click()
  await until(() => document.body.textContent?.includes('Nothing waits for a review'), 'the review')
})

test('all photos with the tag are examples unless a person excludes them', async () => {
  const { library } = await start([1])
  submit()
  await until(() => library.calls.some((call) => call.name === 'classifiers.train'), 'the call')
  const input = library.calls.find((call) => call.name === 'classifiers.train')!.input as { positives: number[] }
  expect(input.positives.sort()).toEqual([1, 2, 3])
})

test('photos without their own tag say what is missing', async () => {
  open = await mountApp({ photos: photos() })
  await until(() => open!.tiles().length === 4, 'tiles')
  open.app.runWithContext(() => usePanels()).trainFrom = { ids: [4] }
  await until(
    () => document.querySelector('form')?.textContent?.includes('None of these photos has a tag added by hand'),
    'the sentence',
  )
  expect(document.querySelector<HTMLButtonElement>('form .primary')?.disabled).toBe(true)
})

test('the settings list learned tags and lead to their review', async () => {
  open = await mountApp({ photos: photos(), classifiers: [fakeClassifier({ applying: null })] })
  await until(() => open!.tiles().length === 4, 'tiles')
  open.byRole('button', /^Settings/).click()
  await until(() => open!.byRole('tab', 'Learned tags'), 'the sections')
  open.choose(open.byRole('tab', 'Learned tags'))
  const section = () => document.querySelector('section[aria-label="Learned tags"]')?.textContent ?? ''
  await until(() => section().includes('Boat'), 'the list')
  open.byRole('button', 'Open learned tags').click()
  await until(() => section().includes('Examples: 5'), 'the view')
})
