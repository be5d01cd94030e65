import { afterEach, expect, test } from 'vitest'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const frames = () => [...document.querySelectorAll('video')]

test("a film without a picture shows a frame from the window's decoder, if it is visible", async () => {
  const film = { media: 'video' as const, format: 'mp4', thumbVersion: 0 }
  open = await mountApp({
    photos: [
      fakePhoto(1, { ...film, durationMs: 30_000 }),
      fakePhoto(2, { ...film, durationMs: 600 }),
      fakePhoto(3, { ...film, thumbVersion: 1 }),
      fakePhoto(4, { ...film, isSensitive: true, nsfw: 'nsfw' }),
      fakePhoto(5, { thumbVersion: 0 }),
    ],
  })
  await until(() => frames().length === 2, 'two frames')
  expect(frames().map((video) => video.getAttribute('src'))).toEqual(
    expect.arrayContaining([expect.stringMatching(/\/film\/1#t=1\.00$/), expect.stringMatching(/\/film\/2#t=0\.30$/)]),
  )
  expect(frames().map(({ preload, muted }) => [preload, muted])).toEqual([
    ['metadata', true],
    ['metadata', true],
  ])
  frames()[0]!.dispatchEvent(new Event('error'))
  await until(() => frames().length === 1, 'no frame of a film that cannot be decoded')
})
