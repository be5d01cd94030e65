import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { afterEach, expect, test } from 'vitest'
import type { PairState } from '../../../src-main/contract/library/models.ts'
import { mountApp, until } from '../mount-app.ts'
import { fakePhoto } from '../fake-photos.ts'

let open: Awaited<ReturnType<typeof mountApp>>
afterEach(() => open.close())

const none: PairState = { pair: null, offers: [], isInstalling: false, received: 0, total: 0, problem: null }
const clip = { id: 'pair-1', title: 'CLIP ViT-B/32', licence: 'MIT', bytes: 150_000_000, offer: null }
const section = () => document.querySelector('section[aria-label="Search by a sentence"]')
const called = (name: string) => open.library.calls.filter((call) => call.name === name).map(({ input }) => input)
const write = (id: string, value: string) => {
  const field = document.querySelector<HTMLInputElement>(`#${id}`)!
  field.value = value
  field.dispatchEvent(new Event('input'))
}

async function openModels(pair: PairState) {
  open = await mountApp({ photos: [fakePhoto(1)], pair })
  await until(() => open.tiles().length === 1, 'the photo')
  open.byRole('button', /^Settings/).click()
  await until(() => document.querySelector('[role="tablist"]'), 'the settings')
  open.choose(open.byRole('tab', 'Models'))
  await until(section, 'the section')
}

test('a pair is requested by an address and a SHA-256, which stay in their fields after a failure', async () => {
  await openModels(none)
  expect(section()!.textContent).toContain('None comes with Lumafold')
  open.byRole('button', 'Install from an address…').click()
  await until(() => document.querySelector('#pair-address'), 'the form')
  const submit = () => open.byRole('button', 'Install') as HTMLButtonElement
  write('pair-address', 'https://example.org/pair.json')
  write('pair-sha256', 'abc')
  await until(() => submit().disabled, 'a hash that is none')
  write('pair-sha256', 'A'.repeat(64))
  await until(() => !submit().disabled, 'a hash')
  submit().click()
  await until(() => called('models.installPair').length > 0, 'the call')
  expect(called('models.installPair')[0]).toMatchObject({ address: 'https://example.org/pair.json' })
  open.library.emit({ type: 'pair.changed', state: { ...none, isInstalling: true, received: 40, total: 80 } })
  await until(() => section()!.querySelector('[aria-valuenow="50"]'), 'how far it is')
  open.library.emit({ type: 'pair.changed', state: { ...none, problem: foreign('It answered 404.') } })
  await until(() => section()!.querySelector('[role="alert"]')?.textContent?.includes('404'), 'the problem')
  open.byRole('button', 'Install from an address…').click()
  await until(() => document.querySelector('#pair-address'), 'the form')
  expect(document.querySelector<HTMLInputElement>('#pair-address')!.value).toBe('https://example.org/pair.json')
})

test('an installed pair is named with its licence and size, and can be removed', async () => {
  await openModels({ ...none, pair: clip })
  for (const text of ['CLIP ViT-B/32', 'Licence: MIT', '150 MB', 'Not yet measured'])
    expect(section()!.textContent).toContain(text)
  open.byRole('button', 'Remove').click()
  await until(() => called('models.removePair').length > 0, 'the call')
})

test('a pair of the catalogue is offered with its size and licence, and downloaded on a click', async () => {
  const offers = [
    { id: 'clip-b32-multilingual', title: 'Many', licence: 'MIT, Apache-2.0', bytes: 228_000_000 },
    { id: 'clip-b32', title: 'English', licence: 'MIT', bytes: 156_000_000 },
  ]
  await openModels({ ...none, offers })
  for (const text of ['sentences in 50 languages', '228 MB', 'MIT, Apache-2.0', 'not measured by us'])
    expect(section()!.textContent).toContain(text)
  open.byRole('button', 'Download CLIP ViT-B/32: sentences in English').click()
  await until(() => called('models.installPair').length > 0, 'the call')
  expect(called('models.installPair')).toEqual([{ offer: 'clip-b32' }])
  open.library.emit({ type: 'pair.changed', state: { ...none, offers, pair: { ...clip, offer: 'clip-b32' } } })
  await until(() => section()!.querySelectorAll('[aria-label^="Download CLIP"]').length === 1, 'the other pair only')
})

test('a download that replaces a pair can be cancelled, and the pair stays', async () => {
  await openModels({ ...none, pair: clip, isInstalling: true, received: 1, total: 2 })
  open.byRole('button', 'Cancel').click()
  await until(() => called('models.cancelPair').length > 0, 'the call')
  expect(called('models.removePair')).toEqual([])
  expect(section()!.textContent).toContain('CLIP ViT-B/32')
})
