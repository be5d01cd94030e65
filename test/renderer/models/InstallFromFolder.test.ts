import { afterEach, expect, test } from 'vitest'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>>
afterEach(() => open.close())

test('models are installed from a folder, and skipped files are reported', async () => {
  open = await mountApp({ photos: [fakePhoto(1)] })
  await until(() => open.tiles().length === 1, 'the photo')
  open.byRole('button', /^Settings/).click()
  await until(() => document.querySelector('[role="tablist"]'), 'the settings')
  open.choose(open.byRole('tab', 'Models'))
  await until(() => open.byRole('button', 'Install from a folder…'), 'the button')
  open.byRole('button', 'Install from a folder…').click()
  await until(() => document.querySelector('.from-folder input'), 'the field')
  const field = document.querySelector<HTMLInputElement>('.from-folder input')!
  field.value = '/home/ann/models'
  field.dispatchEvent(new Event('input'))
  const submit = () => document.querySelector<HTMLButtonElement>('.from-folder [type="submit"]')!
  await until(() => !submit().disabled, 'a path')
  submit().click()
  const status = () => document.querySelector('.from-folder [role="status"]')?.textContent ?? ''
  await until(() => status().includes('1 model installed'), 'what came of it')
  expect(status()).toContain('notes.txt: no known model')
  const calls = open.library.calls.map(({ name }) => name)
  expect(calls.indexOf('models.installFrom')).toBeGreaterThan(calls.indexOf('shell.chooseSource'))
})
