import { afterEach, expect, test } from 'vitest'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>>
afterEach(() => open.close())

const section = () => document.querySelector('section[aria-label="Updates"]')

test('updates are off until the person enters an address and agrees, and can be switched off', async () => {
  open = await mountApp({ photos: [fakePhoto(1)] })
  await until(() => open.tiles().length === 1, 'the photo')
  open.byRole('button', /^Settings/).click()
  await until(() => document.querySelector('[role="tablist"]'), 'the settings')
  open.choose(open.byRole('tab', 'Privacy'))
  await until(() => section()?.textContent?.includes('Off until you agree'), 'the explanation')
  const field = section()!.querySelector<HTMLInputElement>('input[type="url"]')!
  field.value = 'https://updates.example/stable'
  field.dispatchEvent(new Event('input'))
  section()!.querySelector('form')!.dispatchEvent(new Event('submit'))
  await until(() => section()!.textContent?.includes('Version 9.1.0 is ready'), 'what was found')
  expect(section()!.textContent).toContain('https://updates.example/stable')
  expect(open.byRole('button', 'Restart and install')).toBeDefined()
  open.byRole('button', 'Turn updates off').click()
  await until(() => section()!.querySelector('form'), 'the form')
})
