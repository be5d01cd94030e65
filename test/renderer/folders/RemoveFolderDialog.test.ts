import { afterEach, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const askToRemove = async (): Promise<NonNullable<typeof open>> => {
  open = await mountApp({ photos: fakePhotos(3) })
  const { byRole } = open
  await until(() => byRole('treeitem', /^Photos/), 'the folder')
  byRole('treeitem', /^Photos/).dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  await until(() => byRole('menuitem', /Remove from library/), 'the menu')
  byRole('menuitem', /Remove from library/).click()
  await until(() => byRole('alertdialog', /.*/), 'the question')
  return open
}

test('a folder leaves the library after confirmation', async () => {
  const { byRole, library } = await askToRemove()
  expect(library.calls.some((call) => call.name === 'folders.remove')).toBe(false)
  byRole('button', 'Remove folder').click()
  await until(() => library.calls.some((call) => call.name === 'folders.remove'), 'the call')
  expect(library.calls.find((call) => call.name === 'folders.remove')?.input).toEqual({ id: 1 })
  await until(() => document.querySelector('[role="alertdialog"]') === null, 'the question to go')
  await until(() => document.querySelector('[role="treeitem"]') === null, 'the folder to go')
})

test('a folder stays if the dialog is cancelled', async () => {
  const { byRole, library } = await askToRemove()
  byRole('button', 'Keep').click()
  await until(() => document.querySelector('[role="alertdialog"]') === null, 'the question to go')
  expect(library.calls.some((call) => call.name === 'folders.remove')).toBe(false)
  expect(byRole('treeitem', /^Photos/)).toBeTruthy()
})
