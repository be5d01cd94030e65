import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { afterEach, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const backup = {
  id: 'b1',
  at: '2026-03-01T09:30:00.000Z',
  reason: 'daily' as const,
  note: null,
  photos: 3,
  bytes: 1000,
}
const sound = { condition: 'sound' as const, message: null, backup: null, warning: null, recovered: 0 }
const banner = () => document.querySelector<HTMLElement>('[aria-label="Health of the library"]')

test('a damaged catalogue is reported at once, and the newest backup is restored after confirmation', async () => {
  const backups = { folder: '/library/backups', backups: [backup], restoring: null }
  open = await mountApp({ photos: fakePhotos(3), backups })
  const { byRole, library } = open
  await until(() => open!.tiles().length === 3, 'tiles')
  expect(banner()).toBeNull()
  library.emit({
    type: 'health.changed',
    health: { ...sound, condition: 'damaged', message: foreign('The catalogue is damaged.'), backup },
  })
  await until(() => banner()?.textContent?.includes('The catalogue is damaged.'), 'the banner')
  expect(banner()?.getAttribute('role')).toBe('alert')
  byRole('button', /^Restore the backup of 1 Mar 2026/).click()
  await until(() => byRole('alertdialog', /.*/), 'the question')
  document.querySelector<HTMLInputElement>('[role="alertdialog"] input')!.click()
  byRole('button', 'Restore at the next start').click()
  await until(() => banner()?.textContent?.includes('start it again'), 'what to do next')
  expect(library.calls.find(({ name }) => name === 'backups.restore')?.input).toEqual({
    id: 'b1',
    withNewerEdits: false,
  })
  byRole('button', 'Do not restore').click()
  await until(() => byRole('button', /^Restore the backup/), 'the offer again')
})

test('a closed warning about a sound catalogue does not return', async () => {
  const warning = 'The library lies on a network drive.'
  open = await mountApp({ photos: fakePhotos(3), health: { ...sound, warning: foreign(warning) } })
  await until(() => banner()?.textContent?.includes(warning), 'the warning')
  open.byRole('button', 'Close this warning').click()
  await until(() => banner() === null, 'the warning to go')
  open.close()
  open = await mountApp({ photos: fakePhotos(3), health: { ...sound, warning: foreign(warning) } }, '/', {
    isRestart: true,
  })
  await until(() => open!.tiles().length === 3, 'tiles')
  expect(banner()).toBeNull()
})
