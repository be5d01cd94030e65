import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { afterEach, expect, test } from 'vitest'
import type { ModelInfo } from '../../../src-main/contract/library/models.ts'
import { mountApp, until } from '../mount-app.ts'
import { fakePhoto } from '../fake-photos.ts'

let open: Awaited<ReturnType<typeof mountApp>>
afterEach(() => open.close())

const model = (id: string, changes: Partial<ModelInfo> = {}): ModelInfo => ({
  id,
  title: `The ${id}`,
  tasks: ['objects'],
  set: 'larger',
  bytes: 9_000_000,
  licence: 'MIT',
  isMeasured: false,
  state: 'missing',
  received: 0,
  problem: null,
  ...changes,
})
const section = () => document.querySelector('section[aria-label="Larger models"]')
const called = (name: string) => open.library.calls.filter((call) => call.name === name).map(({ input }) => input)

async function openModels(models: ModelInfo[]) {
  open = await mountApp({ photos: [fakePhoto(1)], models })
  await until(() => open.tiles().length === 1, 'the photo')
  open.byRole('button', /^Settings/).click()
  await until(() => document.querySelector('[role="tablist"]'), 'the settings')
  open.choose(open.byRole('tab', 'Models'))
  await until(() => document.querySelector('section[aria-label="Models"]'), 'the section')
}

test('a larger model is downloaded by itself, and is marked as not measured', async () => {
  await openModels([model('detector'), model('classifier')])
  await until(section, 'the larger models')
  expect(section()!.textContent).toContain('Not yet measured')
  open.byRole('button', 'Download The classifier').click()
  await until(() => called('models.install').length > 0, 'the call')
  expect(called('models.install')).toEqual([{ set: 'larger', id: 'classifier' }])
})

test('a download can be cancelled and no other begins; the standard set is not shown as downloading', async () => {
  await openModels([model('detector', { state: 'downloading', received: 3_000_000 }), model('classifier')])
  await until(() => section()?.textContent?.includes('33 %'), 'how far it is')
  expect((open.byRole('button', 'Download The classifier') as HTMLButtonElement).disabled).toBe(true)
  expect(document.querySelector('section[aria-label="Models"] [role="progressbar"]')).toBeNull()
  open.byRole('button', 'Cancel the download of The detector').click()
  await until(() => called('models.cancelInstall').length > 0, 'the call')
})

test('an installed one can be removed, and a failure is shown beside its model', async () => {
  await openModels([
    model('detector', { state: 'installed' }),
    model('classifier', { problem: foreign('The disk is full.') }),
  ])
  await until(section, 'the larger models')
  expect(section()!.querySelector('[role="alert"]')!.textContent).toContain('The classifier: The disk is full.')
  open.byRole('button', 'Remove The detector').click()
  await until(() => called('models.remove').length > 0, 'the call')
  expect(called('models.remove')).toEqual([{ id: 'detector' }])
})
