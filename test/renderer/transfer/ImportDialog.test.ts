import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { afterEach, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { type FakeTransfer, fakeTransfer } from '../fake-transfer.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

/** The dialog of the settings, on a library of one folder. */
async function openImport(transfer: Partial<FakeTransfer> = {}) {
  open = await mountApp({ photos: fakePhotos(3), transfer: { ...fakeTransfer(), ...transfer } })
  const { byRole, choose, type, library } = open
  const inputs = (name: string) => library.calls.filter((call) => call.name === name).map(({ input }) => input)
  await until(() => byRole('button', 'Settings'), 'the window')
  byRole('button', 'Settings').click()
  await until(() => byRole('tab', /Import and export/), 'the settings')
  choose(byRole('tab', /Import and export/))
  await until(() => byRole('button', 'Import…'), 'the section')
  byRole('button', 'Import…').click()
  await until(() => byRole('combobox', 'Path of a catalogue, table or folder'), 'the dialog')
  const preview = async (path: string) => {
    type(byRole('combobox', 'Path of a catalogue, table or folder'), path)
    await until(() => !byRole('button', 'Look').hasAttribute('disabled'), 'a path')
    byRole('button', 'Look').click()
  }
  return { ...open, inputs, preview, dialog: () => byRole('dialog', /.*/) }
}

test('a catalogue is previewed, imported, and undone in place', async () => {
  const { byRole, inputs, preview, dialog } = await openImport()
  await preview('/home/ann/old.lrcat')
  await until(() => byRole('button', 'Import into 4,800 photos'), 'the report')
  expect(inputs('shell.chooseSource')).toMatchObject([{ path: '/home/ann/old.lrcat' }])
  expect(inputs('transfer.startImport')).toMatchObject([{ sourceId: 'source-1', isDryRun: true, overwrites: false }])
  for (const words of ['5,240 photos', '12 at another place', '3,200 ratings', '1 label', 'Kept: 7 ratings.'])
    expect(dialog().textContent).toContain(words)
  expect(dialog().textContent).toContain('3 virtual copies')
  expect(dialog().textContent).toContain('a.jpg, Copy 1: rating 5')

  byRole('button', 'Import into 4,800 photos').click()
  await until(() => byRole('button', 'Undo'), 'the result')
  expect(inputs('transfer.startImport').at(-1)).toMatchObject({ isDryRun: false })
  expect(dialog().textContent).toContain('4,800 photos changed')
  byRole('button', 'Undo').click()
  await until(() => inputs('history.undo').length > 0, 'the undo')
  expect(inputs('history.undo')).toEqual([{ id: 41 }])
  await until(() => dialog().textContent?.includes('The import is undone'), 'the note')
})

test('the person can choose to replace existing work, and say where a folder moved', async () => {
  const { byRole, inputs, preview, type, dialog } = await openImport()
  await preview('/home/ann/old.lrcat')
  await until(() => byRole('button', 'Import into 4,800 photos'), 'the report')
  dialog().querySelector<HTMLElement>('input[type="checkbox"]')!.click()
  await until(() => inputs('transfer.startImport').length === 2, 'another look')
  expect(inputs('transfer.startImport')[1]).toMatchObject({ isDryRun: true, overwrites: true })
  await until(() => dialog().querySelector('[aria-busy="false"]'), 'the report')
  const from = dialog().querySelector<HTMLInputElement>('[aria-label="Folder of the other program"]')!
  expect(from.value).toBe('D:/Pictures')
  type(byRole('combobox', 'Folder of this library'), '/photos')
  await until(() => !byRole('button', 'Look again').hasAttribute('disabled'), 'the folder')
  byRole('button', 'Look again').click()
  await until(() => inputs('transfer.startImport').length === 3, 'another look')
  const moved = [{ from: 'D:/Pictures', folderId: 1 }]
  expect(inputs('transfer.startImport')[2]).toMatchObject({ isDryRun: true, overwrites: true, moved })
  await until(() => byRole('button', 'Take back'), 'the folder in the list')
})

test('an unreadable source is reported, and another path can be tried', async () => {
  const { byRole, preview, dialog } = await openImport({ problem: foreign('old.lrcat is damaged.') })
  await preview('/home/ann/old.lrcat')
  await until(() => dialog().textContent?.includes('old.lrcat is damaged.'), 'the reason')
  expect(byRole('combobox', 'Path of a catalogue, table or folder')).toHaveProperty('value', '/home/ann/old.lrcat')
})

test('a long preview can be cancelled', async () => {
  const { byRole, inputs, preview, dialog } = await openImport({ isHeld: true })
  await preview('/home/ann/old.lrcat')
  await until(() => dialog().textContent?.includes('500 photos so far'), 'the progress')
  byRole('button', 'Cancel').click()
  await until(() => byRole('button', 'Look'), 'the choice')
  expect(inputs('transfer.cancel')).toEqual([{ jobId: 'transfer-1' }])
})
