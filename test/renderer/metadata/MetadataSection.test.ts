import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { afterEach, expect, test } from 'vitest'
import { usePanels } from '../../../src-renderer/navigation/use-panels.ts'
import { fakeMetadataWriting } from '../fake-metadata-writing.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

test('files are written only after a question; failures are listed with reasons and can be retried', async () => {
  const writing = {
    ...fakeMetadataWriting(),
    failures: [{ photoId: 2, name: 'quay.jpg', reason: foreign('quay.jpg may not be written.') }],
  }
  writing.state = { ...writing.state, mode: 'sidecars', pending: 1 }
  open = await mountApp({ photos: fakePhotos(3), writing })
  const { byRole, library, app } = open
  const modes = () => library.calls.filter(({ name }) => name === 'metadata.setMode').map(({ input }) => input)
  app.runWithContext(() => usePanels()).openSettings('metadata')
  await until(() => document.querySelector('[aria-label="Not written"]')?.textContent?.includes('may not be'), 'reason')
  byRole('button', 'Try again').click()
  await until(() => document.body.textContent?.includes('All is written.'), 'the end of the failures')

  byRole('radio', 'Into photos').click()
  await until(() => byRole('alertdialog', /.*/), 'the question')
  expect(modes()).toEqual([])
  byRole('button', 'Write into photos').click()
  await until(() => modes().length > 0, 'the choice')
  expect(modes()).toEqual([{ mode: 'files' }])
})
