import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { afterEach, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { type FakeTransfer, fakeTransfer } from '../fake-transfer.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

async function openExport(transfer: Partial<FakeTransfer> = {}) {
  open = await mountApp({ photos: fakePhotos(3), transfer: { ...fakeTransfer(), ...transfer } })
  const { byRole, choose, type } = open
  await until(() => byRole('button', 'Settings'), 'the window')
  byRole('button', 'Settings').click()
  await until(() => byRole('tab', /Import and export/), 'the settings')
  choose(byRole('tab', /Import and export/))
  await until(() => byRole('button', 'Export…'), 'the section')
  byRole('button', 'Export…').click()
  await until(() => byRole('combobox', 'Target folder'), 'the dialog')
  expect(byRole('button', 'Export').hasAttribute('disabled')).toBe(true)
  type(byRole('combobox', 'Target folder'), '/home/ann/out/')
  await until(() => !byRole('button', 'Export').hasAttribute('disabled'), 'the folder')
  return { ...open, dialog: () => byRole('dialog', /.*/) }
}

test('the library is exported in the chosen format into the chosen folder', async () => {
  const { byRole, library, dialog } = await openExport()
  byRole('radio', 'A table').click()
  byRole('button', 'Export').click()
  await until(() => dialog().textContent?.includes('5,240 photos written'), 'the result')
  expect(dialog().textContent).toContain('/home/ann/lumafold-library.csv')
  expect(dialog().querySelector('[aria-label="Not carried over"]')?.textContent).toContain('2 tags that were taken off')
  expect(library.calls.filter(({ name }) => name === 'transfer.startExport')).toEqual([
    { name: 'transfer.startExport', input: { targetId: 'target-1', format: 'csv' } },
  ])
  byRole('button', 'Done').click()
  await until(() => document.querySelector('[role="dialog"]') === null, 'the dialog to close')
})

test('a failed export gives the reason, and can be retried', async () => {
  const problem = foreign('Sidecars in /home/ann/out would lie within the watched folder. Choose a folder elsewhere.')
  const { byRole, dialog } = await openExport({ problem })
  byRole('button', 'Export').click()
  await until(() => dialog().textContent?.includes('Choose a folder elsewhere.'), 'the reason')
  expect(byRole('combobox', 'Target folder')).toHaveProperty('value', '/home/ann/out/')
})
