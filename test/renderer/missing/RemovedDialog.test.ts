import { afterEach, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

test('removed items are deleted for good only after confirmation', async () => {
  const item = { photoCount: 20, isInTrash: false, removedMs: Date.now(), leavesMs: Date.now() + 30 * 86_400_000 }
  open = await mountApp({
    photos: fakePhotos(3),
    removed: [
      { ...item, changeId: 7, path: '/photos/2019 Lisbon' },
      { ...item, changeId: 8, path: null },
    ],
  })
  const { byRole, library } = open
  const purges = () => library.calls.filter(({ name }) => name === 'removed.purge').map(({ input }) => input)
  await until(() => byRole('button', /^Recently removed/), 'the list of what was removed')
  byRole('button', /^Recently removed/).click()
  await until(() => byRole('button', 'Delete 2019 Lisbon for good'), 'the folder')
  expect(byRole('dialog', /.*/).textContent).toContain('kept for 30 days more')
  byRole('button', 'Delete 2019 Lisbon for good').click()
  await until(() => byRole('alertdialog', /.*/), 'the question')
  byRole('button', 'Keep').click()
  await until(() => document.querySelector('[role="alertdialog"]') === null, 'the question to go')
  expect(purges()).toEqual([])
  byRole('button', 'Delete 2019 Lisbon for good').click()
  await until(() => byRole('alertdialog', /.*/), 'the question')
  byRole('button', 'Delete for good').click()
  await until(() => purges().length > 0, 'the call')
  expect(purges()).toEqual([{ changeId: 7 }])
  await until(() => byRole('button', 'Put back 20 missing photos'), 'the rest')
})

test('a final deletion is in the activity list until it ends', async () => {
  open = await mountApp({ photos: fakePhotos(3) })
  const { byRole, library, tiles } = open
  await until(() => tiles().length === 3, 'the photos')
  const line = () => document.querySelector('[data-testid="activity-purge"]')
  library.emit({ type: 'removed.changed', progress: { done: 500, total: 100_000 } })
  await until(() => byRole('button', 'Activity: 1 under way'), 'the activity')
  byRole('button', 'Activity: 1 under way').click()
  await until(() => line()?.textContent?.includes('500 of 100,000'), 'how far it is')
  expect(line()!.textContent).toContain('Deleting for good what was removed')
  library.emit({ type: 'removed.changed', progress: null })
  await until(() => line() === null, 'the end')
})
