import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { afterEach, expect, test } from 'vitest'
import type { ExportOrder } from '../../../src-main/contract/library/export-job.ts'
import { usePanels } from '../../../src-renderer/navigation/use-panels.ts'
import { newJob, noExports } from '../fake-exports.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => {
  open?.close()
  open = undefined
})

const foot = (): string => document.querySelector('.dialog-foot')?.textContent ?? ''
const button = (name: string | RegExp): HTMLButtonElement => open!.byRole('button', name) as HTMLButtonElement
const field = (label: string): HTMLInputElement => {
  const named = [...document.querySelectorAll('label')].find((each) => each.textContent?.trim().startsWith(label))
  const input = named?.control ?? document.querySelector(`[aria-label="${label}"]`)
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label}`)
  return input
}
const started = (): ExportOrder | undefined =>
  open!.library.calls.find(({ name }) => name === 'exports.start')?.input as ExportOrder | undefined

const openDialog = async (ids: number[] = [1, 2, 3], exports = noExports()) => {
  open = await mountApp({ photos: fakePhotos(3), exports })
  await until(() => open!.tiles().length > 0, 'tiles')
  open.app.runWithContext(() => usePanels()).exportIds = ids
  await until(() => button(/^Export [\d,]+ files?$/), 'the plan')
}

test('names what is missing, then starts a job of any number of photos and closes', async () => {
  await openDialog(Array.from({ length: 25_000 }, (_, index) => index + 1))
  expect(foot()).toContain('Choose a folder for the files.')
  expect(button('Export 25,000 files').disabled).toBe(true)
  open!.type(open!.byRole('combobox', 'Target folder'), '/home/ann/out')
  await until(() => !button('Export 25,000 files').disabled, 'the button')
  button('Export 25,000 files').click()
  await until(started, 'the job')
  expect(started()?.source).toMatchObject({ kind: 'photos', ids: { length: 25_000 } })
  expect(started()?.settings).toMatchObject({
    withPlace: false,
    keepsSmall: true,
    withSensitive: false,
    metadata: 'all',
  })
  await until(() => document.querySelector('.dialog') === null, 'the dialog to go')
  await until(() => button('Activity: 1 under way'), 'the activity')
})

test('the notice of a finished job stays even if it came before the answer to its start', async () => {
  const notices = () =>
    [...document.querySelectorAll('.toast:not(.toast-leave-active)')].map((each) => each.textContent)
  const isOver = () => notices().some((notice) => notice?.includes('3 files written'))
  await openDialog([1, 2, 3], { ...noExports(), startAnswersAfter: () => until(isOver, 'the end') })
  open!.type(open!.byRole('combobox', 'Target folder'), '/home/ann/out')
  await until(() => !button('Export 3 files').disabled, 'the button')
  button('Export 3 files').click()
  await until(() => document.querySelector('.dialog') === null, 'the dialog to go')
  await until(() => button('Activity'), 'the window behind it')
  expect(notices()).toEqual([expect.stringContaining('3 files written')])
})

test('a problem is shown beside its field and prevents the start', async () => {
  await openDialog()
  open!.type(open!.byRole('combobox', 'Target folder'), '/home/ann/out')
  open!.type(field('Name pattern'), '{name}_{exif}')
  await until(() => document.body.textContent?.includes('There is no field {exif}.'), 'the problem')
  await until(() => button(/^Export/).disabled, 'a button that waits')
  open!.type(field('Name pattern'), '{name}')
  await until(() => document.querySelector('[data-testid="export-names"]')?.textContent?.includes('IMG_0001.jpg'))
  open!.type(field('Pixels'), '0')
  await until(() => document.body.textContent?.includes('From 1 to 60,000'), 'the limits')
  expect(field('Pixels').getAttribute('aria-invalid')).toBe('true')
  expect(foot()).toContain('Some fields are not right yet.')
})

test('sensitive photos are withheld and counted, unless requested', async () => {
  await openDialog([1, 2, 3], { ...noExports(), sensitive: 2 })
  await until(() => document.body.textContent?.includes('2 sensitive photos are held back.'), 'the number')
  field('Export sensitive photos, too').click()
  await until(() => !document.body.textContent?.includes('held back'), 'none')
})

test('photos with a card or a plate are exported unless withheld, and the option explains its limits', async () => {
  await openDialog([1, 2, 3], { ...noExports(), cards: 1 })
  const hold = () => field('Hold back photos with a payment card or a number plate (1)')
  await until(hold, 'the switch')
  expect(hold().checked).toBe(false)
  hold().click()
  await until(() => document.body.textContent?.includes('what was not read is not held back'), 'the limits')
  open!.type(open!.byRole('combobox', 'Target folder'), '/home/ann/out')
  await until(() => !button('Export 3 files').disabled, 'the button')
  button('Export 3 files').click()
  await until(started, 'the job')
  expect(started()?.settings).toMatchObject({ holdsBackCards: true })
})

test('settings are saved under a name and loaded again', async () => {
  await openDialog()
  button('Save as preset…').click()
  await until(() => field('Name of the preset'), 'the name')
  open!.type(field('Name of the preset'), 'For the web')
  await until(() => !button('Save').disabled, 'a name')
  button('Save').click()
  await until(() => button(/^For the web/), 'the preset')
  expect(open!.library.state.exports.presets).toMatchObject([{ name: 'For the web', settings: { kind: 'pictures' } }])
  open!.type(field('Name pattern'), '{date}')
  await until(() => button(/^For the web\s*changed/), 'the change')
  button(/^For the web/).click()
  await until(() => field('Name pattern').value === '{name}_{size}', 'the settings of the preset')
})

test('a job is followed, reported, decided and undone', async () => {
  const exports = { ...noExports(), jobs: [newJob({ state: 'running', total: 4, photos: 4 })] }
  exports.files = [
    {
      fileId: 9,
      photoId: 2,
      photo: 'b.jpg',
      output: 0,
      state: 'failed',
      file: '',
      reason: foreign('The disk is full.'),
    },
    { fileId: 8, photoId: 1, photo: 'a.jpg', output: 0, state: 'asking', file: 'a.jpg', reason: null },
  ]
  open = await mountApp({ photos: fakePhotos(3), exports })
  await until(() => button('Activity: 1 under way'), 'the activity')
  const asks = newJob({ state: 'asking', total: 4, written: 2, failed: 1, asking: 1 })
  open.library.state.exports.jobs = [asks]
  open.library.emit({ type: 'exports.changed', job: asks })
  await until(() => document.querySelector('.toaster')?.textContent?.includes('1 name is taken'), 'the notice')
  button('Report').click()
  await until(() => document.body.textContent?.includes('The disk is full.'), 'the reason')
  await until(() => button('Other name: a.jpg'), 'the name that is taken')
  button('Overwrite all').click()
  await until(() => open!.library.calls.some(({ name }) => name === 'exports.answer'), 'the answer')
  await until(() => button('Remove what it wrote'), 'undo')
  button('Remove what it wrote').click()
  await until(() => document.querySelector('[data-testid="export-report"][data-state="undone"]'), 'nothing left')
})

test('a contact sheet is one file: its notice gives the number of photos on it', async () => {
  const sheet = newJob({ kind: 'contact-sheet', total: 4, photos: 4 })
  open = await mountApp({ photos: fakePhotos(3), exports: { ...noExports(), jobs: [sheet] } })
  await until(() => button('Activity: 1 under way'), 'the activity')
  open.library.emit({ type: 'exports.changed', job: { ...sheet, state: 'done', written: 3, failed: 1 } })
  const notice = () => document.querySelector('.toaster')?.textContent
  await until(() => notice()?.includes('3 photos on the contact sheet, 1 failed'), 'the notice')
})

test('photos whose files are not there are counted before the export, which does not start without any', async () => {
  const text = () => document.querySelector('.dialog')?.textContent ?? ''
  await openDialog([1, 2, 3], { ...noExports(), absent: 2 })
  expect(text()).toContain('2 photos cannot be exported: their files are not there.')
  open!.type(open!.byRole('combobox', 'Target folder'), '/home/ann/out')
  await until(() => !button('Export 1 file').disabled, 'the button')
  open!.close()
  await openDialog([1, 2, 3], { ...noExports(), absent: 3 })
  open!.type(open!.byRole('combobox', 'Target folder'), '/home/ann/out')
  await until(() => foot().includes('None of these photos can be written.'), 'the reason')
  expect(button('Export 0 files').disabled).toBe(true)
})
