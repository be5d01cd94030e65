import { afterEach, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let close = (): void => {}
afterEach(() => close())

const idle = { scanned: 0, total: 12, analysed: 0, failed: 0, perSecond: 0, secondsLeft: null }
const words = (): string => document.querySelector('header.head')?.textContent ?? ''

test('photos that wait for analysis are reported, since they cannot be compared', async () => {
  const status = { ...idle, state: 'paused' as const, pending: 3 }
  close = (await mountApp({ photos: fakePhotos(12), status }, '/similar/content/1')).close
  await until(() => words().includes('3 photos wait for analysis, and may be missing here.'))
})

test('nothing is reported once all are analysed', async () => {
  const status = { ...idle, state: 'idle' as const, pending: 0 }
  close = (await mountApp({ photos: fakePhotos(12), status }, '/similar/content/1')).close
  await until(() => words().includes('11 photos'))
  expect(words()).not.toContain('analysis')
})
