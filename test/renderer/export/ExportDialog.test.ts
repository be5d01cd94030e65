import { afterEach, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => {
  open?.close()
  open = undefined
})

const startExport = async (): Promise<NonNullable<typeof open>> => {
  open ??= await mountApp({ photos: fakePhotos(3) })
  const { tiles, press, byRole } = open
  await until(() => tiles().length > 0, 'tiles')
  tiles()[0]?.click()
  await until(() => tiles()[0]?.getAttribute('aria-selected') === 'true', 'the selection')
  press(tiles()[0]!, 'E', { ctrlKey: true, shiftKey: true })
  await until(() => byRole('button', /^Export \d+ files/), 'the dialog')
  return open
}
const frame = (): HTMLElement => document.querySelector<HTMLElement>('.stage [tabindex="0"]')!
const isMoved = (): boolean =>
  [...document.querySelectorAll('button')].some((button) => button.textContent?.includes('Restore suggestion'))

test('the dialog says what is missing before files can be written', async () => {
  const { byRole, type } = await startExport()
  const text = (): string => document.querySelector('.dialog-foot')?.textContent ?? ''
  const button = (): HTMLButtonElement => byRole('button', /^Export \d+ files/) as HTMLButtonElement
  expect(text()).toContain('Choose a folder')
  expect(button().disabled).toBe(true)
  type(byRole('combobox', 'Target folder'), '/home/ann/crops')
  await until(() => !button().disabled, 'the button')
  expect(text()).not.toContain('Choose')
})

test('crops moved by hand survive a dialog that was closed by mistake', async () => {
  const { byRole, press } = await startExport()
  await until(frame, 'the frame')
  expect(isMoved()).toBe(false)
  press(frame(), '-')
  await until(isMoved, 'the moved crop')
  byRole('button', 'Cancel').click()
  await until(() => document.querySelector('.dialog') === null, 'the dialog to go')
  await startExport()
  await until(isMoved, 'the crop as it was left')
})
