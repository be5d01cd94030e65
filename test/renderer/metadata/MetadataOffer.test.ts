import { afterEach, expect, test } from 'vitest'
import { fakeMetadataWriting } from '../fake-metadata-writing.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

test('sidecars are offered beside the photos and not above them, where the list would move', async () => {
  const writing = fakeMetadataWriting()
  writing.state = { ...writing.state, isOffered: true }
  open = await mountApp({ photos: fakePhotos(3), writing })
  const offer = () => document.querySelector('[aria-label="Ratings and tags for other programs"]')
  await until(offer, 'the offer')
  expect([offer()!.closest('.sidebar') !== null, offer()!.closest('main')]).toEqual([true, null])
  open.byRole('button', 'Write them').click()
  await until(() => offer() === null, 'the end of the offer')
  expect(open.library.calls.find(({ name }) => name === 'metadata.setMode')?.input).toEqual({ mode: 'sidecars' })
})
