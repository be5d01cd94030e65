import { afterEach, expect, test } from 'vitest'
import type { PhotoTag } from '../../../src-main/contract/library/photo.ts'
import { usePanels } from '../../../src-renderer/stores/panels.ts'
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

test('a classifier is trained from the photos that have a tag, and what it found is told once', async () => {
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
  await until(() => document.querySelector('.toast')?.textContent?.includes('7 photos found'), 'the notice')
  byRole('button', 'Show').click()
  await until(
    () => library.calls.some((call) => call.name === 'photos.list' && JSON.stringify(call.input).includes('Boat')),
    'the filter',
  )
})

test('all photos with the tag are examples unless a person says otherwise', async () => {
  const { library } = await start([1])
  submit()
  await until(() => library.calls.some((call) => call.name === 'classifiers.train'), 'the call')
  const input = library.calls.find((call) => call.name === 'classifiers.train')!.input as { positives: number[] }
  expect(input.positives.sort()).toEqual([1, 2, 3])
})

test('photos without an own tag say what is missing', async () => {
  open = await mountApp({ photos: photos() })
  await until(() => open!.tiles().length === 4, 'tiles')
  open.app.runWithContext(() => usePanels()).trainFrom = { ids: [4] }
  await until(
    () => document.querySelector('form')?.textContent?.includes('None of these photos has a tag added by hand'),
    'the sentence',
  )
  expect(document.querySelector<HTMLButtonElement>('form .primary')?.disabled).toBe(true)
})

test('the settings list custom classifiers, train them again and delete them', async () => {
  const tagger = {
    id: 'boat',
    kind: 'tagger' as const,
    version: 3,
    modelId: 'm',
    classes: [{ name: 'Boat', positives: 6, negatives: 2 }],
    createdMs: 0,
    updatedMs: 0,
    photos: 41,
    applying: null,
    problem: '',
  }
  open = await mountApp({ photos: photos(), classifiers: [tagger] })
  await until(() => open!.tiles().length === 4, 'tiles')
  open.byRole('button', /^Settings/).click()
  await until(() => open!.byRole('tab', 'Learned tags'), 'the sections')
  open.choose(open.byRole('tab', 'Learned tags'))
  await until(
    () =>
      document
        .querySelector('section[aria-label="Learned tags"]')
        ?.textContent?.includes('6 examples · 2 without · version 3'),
    'the list',
  )
  open.byRole('button', 'Retrain Boat').click()
  await until(() => open!.library.calls.some((call) => call.name === 'classifiers.retrain'), 'the call')
  open.byRole('button', 'Delete Boat').click()
  await until(() => document.querySelector('section[aria-label="Learned tags"] li') === null, 'the tag to go')
})
