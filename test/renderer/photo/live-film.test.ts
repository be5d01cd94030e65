import { afterEach, expect, test } from 'vitest'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const video = () => document.querySelector('video')
const button = () => document.querySelector<HTMLElement>('[aria-label="Play live photo"]')

test("a live photo's film is played once over it, by its button or key, and a failure is reported", async () => {
  const live = fakePhoto(1, { isLive: true })
  const away = fakePhoto(3, { isLive: true, status: 'offline' })
  open = await mountApp({ photos: [live, fakePhoto(2), away] }, '/photo/1')
  const { press, router } = open
  await until(button, 'the button')
  expect(video()).toBeNull()
  button()!.click()
  await until(video, 'the film')
  expect(video()!.src).toMatch(/\/film\/1$/)
  expect([video()!.muted, video()!.loop, button()!.getAttribute('aria-pressed')]).toEqual([true, false, 'true'])
  video()!.dispatchEvent(new Event('ended'))
  await until(() => video() === null, 'the photo again')

  press(document.body, 'L', { shiftKey: true })
  await until(video, 'the film again')
  video()!.dispatchEvent(new Event('error'))
  await until(() => document.body.textContent.includes('cannot be played here'), 'why it is not played')
  await until(() => video() === null, 'the photo')

  for (const id of [2, 3]) {
    await router.push(`/photo/${id}`)
    await until(() => document.querySelector(`img[src*="/photo/${id}/"]`), 'another photo')
    await until(() => button() === null, 'no button on a photo without a film that is there')
  }
})
